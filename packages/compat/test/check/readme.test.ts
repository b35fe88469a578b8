import { readFileSync } from 'node:fs'
import { checkReadme } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { kinds, readCorpus } from '../../corpus/read-corpus.ts'
import { compatErrors } from '../../src/errors.ts'
import { HELP } from '../../src/run-cli.ts'

const path = `${import.meta.dirname}/../../README.md`
const text = readFileSync(path, 'utf8')

it('runs every example of the README', async () => {
  expect(await checkReadme(path)).toBe(1)
})

it('lists every error code and every option', () => {
  const untold = Object.keys(compatErrors).filter((code) => !text.includes(`| \`${code}\` `))
  expect(untold).toEqual([])
  const options = [...HELP.matchAll(/--[a-z-]+/g)].map(([option]) => option)
  const told = options.filter((option) => text.includes(option) || /--(help|version)/.test(option))
  expect(told).toEqual(options)
})

it('states the real size of the corpus', () => {
  const corpus = readCorpus()
  const rows = [
    ...kinds.map((kind) => [kind, corpus.filter((row) => row.kind === kind).length]),
    ['all', corpus.length],
  ]
  for (const [kind, count] of rows) {
    expect(text).toMatch(new RegExp(`\\| ${kind} +\\| +${count} \\| +${count} / ${count} \\|`))
  }
})
