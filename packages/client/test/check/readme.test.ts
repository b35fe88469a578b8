import { readFileSync } from 'node:fs'
import { checkReadme } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { protocolErrors } from '../../src/index.ts'

const readme = `${import.meta.dirname}/../../README.md`
const text = readFileSync(readme, 'utf8')

it('has examples that compile and run', async () => {
  expect(await checkReadme(readme)).toBeGreaterThan(0)
})

it('has a row for every protocol error', () => {
  for (const code of Object.keys(protocolErrors)) {
    expect(text).toMatch(new RegExp(`^\\| \`${code}\` +\\|`, 'm'))
  }
})
