import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkReadme } from '../src/check-readme.ts'

it('runs every example of the README', async () => {
  expect(await checkReadme(join(import.meta.dirname, '../README.md'))).toBe(1)
})
