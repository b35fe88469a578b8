import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readContract, type TraceInputs } from '../../src/trace/read-inputs.ts'
import { readTests } from '../../src/trace/read-tests.ts'
import { runTrace } from '../../src/trace/run-trace.ts'
import { oneTestEach } from './sample-tests.ts'

const contract = readContract()
const inputs: TraceInputs = { ...contract, tests: oneTestEach(contract.specs), gaps: [] }

let out: string
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'trace-'))
})
afterEach(() => rmSync(out, { recursive: true }))

function trace(check: boolean, changed: Partial<TraceInputs> = {}) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  return { exitCode: runTrace({ ...inputs, ...changed }, { out, check, say }), lines }
}

describe('runTrace', () => {
  it('writes both pages, and is content with them until they change', () => {
    expect(trace(false).exitCode).toBe(0)
    const page = join(out, 'traceability.md')
    expect(readFileSync(page, 'utf8')).toContain('**5.4** Without a key')
    expect(trace(true)).toMatchObject({
      exitCode: 0,
      lines: [expect.stringMatching(/^trace: no orphans/)],
    })
    writeFileSync(page, 'other')
    expect(trace(true)).toEqual({
      exitCode: 1,
      lines: ['traceability.md is stale. Run npx pnpm@12 trace, and commit what it writes.'],
    })
  })

  it('tells of pages that are not there, and writes none', () => {
    expect(trace(true).exitCode).toBe(1)
    expect(() => readFileSync(join(out, 'traceability.md'))).toThrow('ENOENT')
  })

  it('gives the same pages for more tests in the same files', () => {
    trace(false)
    expect(trace(true, { tests: [...inputs.tests, ...inputs.tests] }).exitCode).toBe(0)
  })

  it('ends with 1 where reports are missing', () => {
    expect(trace(true, { gaps: ['No report.'] })).toEqual({ exitCode: 1, lines: ['No report.'] })
  })
})

describe('readTests', () => {
  it('reads titles from reports of any folder, and tells of test files without one', () => {
    const folder = join(out, 'packages/sample')
    for (const name of ['reports', 'test/faults']) {
      mkdirSync(join(folder, name), { recursive: true })
    }
    for (const name of ['a', 'b', 'faults/c']) {
      writeFileSync(join(folder, `test/${name}.test.ts`), '')
    }
    const result = { ancestorTitles: ['5.4 keys'], title: 'D-017 are secret', status: 'passed' }
    const name = '/elsewhere/packages/sample/test/a.test.ts'
    const report = { testResults: [{ name, assertionResults: [result] }] }
    writeFileSync(join(folder, 'reports/test.json'), JSON.stringify(report))
    const place = 'packages/sample'
    const manifest = { name: 'sample', scripts: { test: 'vitest run' } }
    const found = readTests([{ name: 'sample', folder, place, manifest }])
    expect(found.tests).toMatchObject([
      { file: 'test/a.test.ts', rules: ['5.4', 'D-017'], passed: true },
    ])
    expect(found.gaps).toEqual([
      'packages/sample has no report of test/b.test.ts. Run npx pnpm@12 test, which runs all of them.',
    ])
  })
})
