import { readFileSync } from 'node:fs'
import { checkReadme } from '@partner-platform/harness'
import { expect, test } from 'vitest'
import { problemCodes } from '../../src/errors.ts'

const README = `${import.meta.dirname}/../../README.md`

test('runs every example of the README', async () => {
  expect(await checkReadme(README)).toBe(1)
})

test('the README lists every code and has at most 120 lines', () => {
  const text = readFileSync(README, 'utf8')
  const untold = Object.keys(problemCodes).filter((code) => !text.includes(`\`${code}\``))
  expect(untold).toEqual([])
  expect(text.split('\n').length).toBeLessThanOrEqual(121)
})
