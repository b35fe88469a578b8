import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readTests } from '../../src/trace/read-tests.ts'

const place = 'packages/sample'
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trace-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  const file = join(root, place, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** A report of `test/a.test.ts`, by a run in another folder. */
function report(...paths: (readonly string[])[]) {
  const assertionResults = paths.map((path) => ({
    ...{ ancestorTitles: path.slice(0, -1), title: path.at(-1), status: 'passed' },
  }))
  const name = `/elsewhere/${place}/test/a.test.ts`
  write('reports/test.json', JSON.stringify({ testResults: [{ name, assertionResults }] }))
}

const read = () => {
  const manifest = { name: 'sample', scripts: { test: 'vitest run' } }
  return readTests([{ name: 'sample', folder: join(root, place), place, manifest }])
}

const suite = `import './suite.ts'; import './gone.ts'
it('5.4 of the suite', () => {})
const more = () => it('5.4 of who wants more', () => {})`

const keys = `describe('5.4 keys', () => { it('D-017 are secret', () => {}) })`

describe('readTests', () => {
  it('reads titles from reports of any folder, and tells of test files without one', () => {
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
  ])('tells in one sentence of a report that is %j', (text) => {
    write('test/a.test.ts', keys)
    write('reports/test.json', text)
    expect(read().gaps).toEqual([
      'packages/sample/reports/test.json is no whole report. Run npx pnpm@12 test, which writes it anew.',
    ])
  })
})

describe('a report that is older than the tests', () => {
  const old = (problem: string) => [
    `The report of packages/sample/test/a.test.ts is old: ${problem} Run npx pnpm@12 test, which reports anew.`,
  ]

  it('tells of a test file that is gone', () => {
    report(['5.4 keys', 'D-017 are secret'])
    expect(read().gaps).toEqual(old('the file is gone.'))
  })

  it.each<[string, string, string]>([
    ['test', `it('D-017 are private', () => {})`, `it('D-017 are secret', () => {})`],
    ['describe', `describe('5.4 words'`, `describe('5.4 keys'`],
  ])('tells of the title of a %s that changed', (_, changed, from) => {
    write('test/a.test.ts', keys.replace(from, changed))
    report(['5.4 keys', 'D-017 are secret'])
    const gone = from.startsWith('it') ? 'D-017 are secret' : '5.4 keys'
    expect(read().gaps).toEqual(old(`the file has no '${gone}' any more.`))
  })

  it('tells of a test that joined, and of one that was taken away', () => {
    write('test/a.test.ts', `${keys}\nit('5.4 is new', () => {})`)
    report(['5.4 keys', 'D-017 are secret'])
    expect(read().gaps).toEqual(old('the file has a title that was not run.'))
    write('test/a.test.ts', keys)
    report(['5.4 keys', 'D-017 are secret'], ['5.4 keys', '5.4 was here'])
    expect(read().gaps).toEqual(old("the file has no '5.4 was here' any more."))
  })

  it.each([
    ['a table', `it.each(rows)('5.4 %s, $name.of are (all) %j', () => {})`, '5.4 a, b are (all) 1'],
    ['a table as a template', 'it.each`a`("5.4 $a", () => {})', '5.4 x'],
    ['a variable', `it(name, () => {})`, '5.4 x'],
    ['a template', 'it(`5.4 $' + '{a} is $' + '{b}`, () => {})', '5.4 x is y'],
    ['a chain', `it.skipIf(no).each(rows)('5.4 %s', () => {})`, '5.4 x'],
    ['a test that is skipped', `it.skip('5.4 x', () => {})`, '5.4 x'],
    ['another file', `import './suite.ts'`, '5.4 of the suite'],
    ['code with more names', `it('5.4 x'); some((it) => it.at('y')); /a/.test('z')`, '5.4 x'],
    ['another file in turn', `export * from './first.ts'`, '5.4 of the suite'],
  ])('takes a title that %s gives', (_, text, title) => {
    write('test/suite.ts', suite)
    write('test/first.ts', `import './suite.ts'`)
    write('test/a.test.ts', text)
    report([title])
    expect(read().gaps).toEqual([])
  })
})
