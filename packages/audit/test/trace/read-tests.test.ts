import { join } from 'node:path'
import { temporaryFolder, writeFiles } from '@partner-platform/harness'
import { beforeEach, describe, expect, it } from 'vitest'
import { readTests, rulesOfTitle } from '../../src/trace/read-tests.ts'

const place = 'packages/sample'
let root: string
beforeEach(() => {
  root = temporaryFolder()
})

const write = (path: string, text: string) => writeFiles(join(root, place), { [path]: text })

/** A report of `test/a.test.ts`, by a run in another folder. */
function report(...paths: (readonly string[])[]) {
  const assertionResults = paths.map((path) => ({
    ancestorTitles: path.slice(0, -1),
    title: path.at(-1),
    status: 'passed',
  }))
  const name = `/elsewhere/${place}/test/a.test.ts`
  write('reports/test.json', JSON.stringify({ testResults: [{ name, assertionResults }] }))
}

const read = () => {
  const manifest = { name: 'sample', scripts: { test: 'vitest run' } }
  return readTests([{ name: 'sample', folder: join(root, place), place, manifest }])
}

const keys = `describe('5.4 keys', () => { it('D-017 are secret', () => {}) })`

describe('readTests', () => {
  it('reads titles from reports of any folder, and names test files without a report', () => {
    write('test/a.test.ts', keys)
    for (const name of ['b', 'faults/c']) write(`test/${name}.test.ts`, '')
    report(['5.4 keys', 'D-017 are secret'])
    const { tests, gaps } = read()
    expect(tests).toMatchObject([{ file: 'test/a.test.ts', rules: ['5.4', 'D-017'], passed: true }])
    expect(gaps).toEqual([
      'packages/sample has no report of test/b.test.ts. Run npx pnpm@12 test, which runs all of them.',
    ])
  })

  it.each([
    '',
    '{"testResults":[{"name":"/elsewhere/packages/sam',
    '{}',
    'null',
    '{"testResults":1}',
  ])('names in one sentence a report that is %j', (text) => {
    write('test/a.test.ts', keys)
    write('reports/test.json', text)
    expect(read().gaps).toEqual([
      'packages/sample/reports/test.json is not a complete report. Run npx pnpm@12 test to write it again.',
    ])
  })
})

it.each([
  ['5.4 rejects a missing key', ['5.4']],
  ['5.4, D-002 rejects it', ['5.4', 'D-002']],
  [
    '2.3.submission.visa.name, 6.2.X-Platform-Event: both',
    ['2.3.submission.visa.name', '6.2.X-Platform-Event'],
  ],
  ['4.1, 5, 7 finds nothing', ['4.1', '5', '7']],
  ['F6, D-009 answers 503', ['D-009']],
  ['I3 holds', []],
  ['D-12 is no record', ['D-12']],
  ['5.4', ['5.4']],
  ['rejects what 5.4 forbids', []],
  ['2 calls at once', []],
  ['100 calls', []],
  ['127.0.0.1 is refused', []],
  ['5.4rejects a typing error', ['5.4rejects']],
  ['5.4,D-002 rejects', []],
  ['', []],
])('%j cites %j', (title, rules) => {
  expect(rulesOfTitle(title)).toEqual(rules)
})
