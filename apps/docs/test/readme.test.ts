import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageFolder } from '../src/folders.ts'

it('README has at most 120 lines', () => {
  const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8')
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
})
