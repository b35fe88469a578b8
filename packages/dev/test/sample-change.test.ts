import { StartError } from '@partner-platform/settings'
import { expect, it } from 'vitest'
import { sampleChange } from '../src/sample-change.ts'

it('names the example that is not there', () => {
  expect(() => sampleChange('gone')).toThrow(StartError)
  expect(() => sampleChange('gone')).toThrow(
    'specs/examples/submission-updated/valid/gone.json is unusable: expected an event that can be sent. Restore it, or mend it.',
  )
})
