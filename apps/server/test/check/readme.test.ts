import { checkReadme } from '@partner-platform/harness'
import { expect, it } from 'vitest'

it('README examples compile and run', async () => {
  expect(await checkReadme(`${import.meta.dirname}/../../README.md`)).toBeGreaterThan(0)
})
