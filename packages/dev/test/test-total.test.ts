import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatTotal, sumReports } from '../src/test-total.ts'
import type { Workspace } from '../src/workspaces.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'total-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function workspace(name: string, reports: Record<string, object>): Workspace {
  const place = join(folder, name)
  mkdirSync(join(place, 'reports'), { recursive: true })
  for (const [file, report] of Object.entries(reports)) {
    writeFileSync(join(place, 'reports', file), JSON.stringify({ ...empty, ...report }))
  }
  return { name, folder: place, place: name, manifest: { name, scripts: { test: 'vitest run' } } }
}

const empty = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}

describe('sumReports', () => {
  it('adds up every report of every workspace', () => {
    const total = sumReports([
      workspace('one', {
        'test.json': { numPassedTests: 3, numPendingTests: 1 },
        'pack.json': { numPassedTests: 2 },
      }),
      workspace('two', { 'test.json': { numPassedTests: 4, numFailedTests: 1, numTodoTests: 1 } }),
    ])
    expect(formatTotal(total)).toBe('9 passed, 1 failed, 2 skipped')
  })

  it('counts a test file that could not be loaded as a failure', () => {
    const name = join(folder, 'one/test/broken.test.ts')
    const message = 'Cannot find package'
    const broken = { testResults: [{ name, status: 'failed', message, assertionResults: [] }] }
    expect(sumReports([workspace('one', { 'test.json': broken })])).toMatchObject({
      failed: 1,
      failures: ['one/test/broken.test.ts\n    Cannot find package'],
    })
  })

  it('says of each test that failed where it is and why, in a few lines', () => {
    const failed = {
      fullName: 'a key is refused',
      status: 'failed',
      failureMessages: [`\u001b[31mexpected 401\u001b[39m\n${'  at a line\n'.repeat(20)}`],
    }
    const passed = { fullName: 'a key is taken', status: 'passed', failureMessages: [] }
    const name = join(folder, 'one/test/keys.test.ts')
    const result = { name, status: 'failed', message: '', assertionResults: [passed, failed] }
    const report = { numFailedTests: 1, testResults: [result] }
    const { failures } = sumReports([workspace('one', { 'test.json': report })])
    expect(failures).toHaveLength(1)
    expect(failures[0]?.split('\n')).toEqual([
      'one/test/keys.test.ts: a key is refused',
      '    expected 401',
      ...Array(7).fill('      at a line'),
    ])
  })

  it('counts a report that was cut off as a failure and names it', () => {
    const one = workspace('one', { 'test.json': { numPassedTests: 2 }, 'pack.json': {} })
    writeFileSync(join(one.folder, 'reports/pack.json'), '{')
    const total = { passed: 2, failed: 1, silent: ['one/reports/pack.json'] }
    expect(sumReports([one])).toMatchObject(total)
  })

  it('counts a workspace that left no report as a failure and names it', () => {
    expect(sumReports([workspace('one', {})])).toMatchObject({ failed: 1, silent: ['one'] })
  })
})
