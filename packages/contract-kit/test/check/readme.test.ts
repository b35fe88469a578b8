import { join } from 'node:path'
import { checkReadme } from '@partner-platform/harness'
import { expect, it } from 'vitest'

it('runs every example of the README', async () => {
  expect(await checkReadme(join(import.meta.dirname, '../../README.md'))).toBe(1)
})
