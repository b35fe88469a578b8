import { join } from 'node:path'
import { temporaryFolder, writeFiles } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import {
  formatTotal,
  LastLines,
  readFailedTasks,
  summaries,
  sumReports,
} from '../src/test-total.ts'

const empty = { numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const failing = (fullName: string, ...failureMessages: string[]) => ({
  fullName,
  failureMessages,
  status: 'failed',
})

/** The total of workspaces with these reports; a report may be text that was cut off. */
function sum(places: Record<string, Record<string, object | string>>) {
  const folder = temporaryFolder()
  const workspaces = Object.entries(places).map(([name, reports]) => {
    for (const [file, report] of Object.entries(reports)) {
      const text = typeof report === 'string' ? report : JSON.stringify({ ...empty, ...report })
      writeFiles(folder, { [`${name}/reports/${file}`]: text.replaceAll('FOLDER', folder) })
    }
    const manifest = { name, scripts: { test: 'vitest run' } }
    return { name, folder: join(folder, name), place: name, manifest }
  })
  return sumReports(workspaces)
}

const inFile = (name: string, result: object) => ({
  testResults: [
    { name: `FOLDER/${name}`, status: 'failed', message: '', assertionResults: [], ...result },
  ],
})

it('adds up every report of every workspace', () => {
  const failed = inFile('two/a.test.ts', { assertionResults: [failing('a')] })
  const total = sum({
    one: {
      'test.json': { numPassedTests: 3, numPendingTests: 1 },
      'pack.json': { numPassedTests: 2 },
    },
    two: { 'test.json': { numPassedTests: 4, numTodoTests: 1, ...failed } },
  })
  expect(formatTotal(total)).toBe('9 passed, 1 failed, 2 skipped')
})

it.each([
  ['a file that could not be loaded', []],
  ['a file whose set-up failed', [{ fullName: 'a', status: 'skipped', failureMessages: [] }]],
])('counts %s as a failure', (_, assertionResults) => {
  const report = inFile('one/test/a.test.ts', { message: 'No connection', assertionResults })
  const failures = ['one/test/a.test.ts\n    No connection']
  expect(sum({ one: { 'test.json': report } })).toMatchObject({ failed: 1, failures })
})

it('says of each test that failed where it is and why, in a few lines', () => {
  const reason = `\u001b[31mexpected 401\u001b[39m\n${'  at a line\n'.repeat(20)}`
  const passed = { fullName: 'a key is taken', status: 'passed', failureMessages: [] }
  const assertionResults = [passed, failing('a key is refused', reason)]
  const report = inFile('one/test/keys.test.ts', { assertionResults })
  const lines = ['    expected 401', ...Array(7).fill('      at a line')]
  expect(sum({ one: { 'test.json': report } }).failures).toEqual([
    ['one/test/keys.test.ts: a key is refused', ...lines].join('\n'),
  ])
})

it('counts a report that was cut off, and a workspace without one, as a failure', () => {
  expect(sum({ one: { 'test.json': { numPassedTests: 2 }, 'pack.json': '{' } })).toMatchObject({
    passed: 2,
    failed: 1,
    silent: ['one/reports/pack.json'],
  })
  expect(sum({ one: {} })).toMatchObject({ failed: 1, silent: ['one'] })
})

describe('a failed task', () => {
  const said = [
    '@one/one:check: $ contract-lint check',
    '@one/one:check: \u001b[31mfingerprint.txt is stale.\u001b[39m',
    '@one/two:build: built',
    '@one/one:check:  ❯ main ../run.ts:3:14',
    '@one/one:check: [ELIFECYCLE] Failed.',
  ]
  const task = (taskId: string, exitCode: number | undefined, outputs: string[]) => ({
    taskId,
    directory: 'one',
    execution: exitCode === undefined ? undefined : { exitCode },
    resolvedTaskDefinition: { outputs },
  })
  const read = (tasks: ReturnType<typeof task>[], reports: Record<string, string> = {}) => {
    const root = temporaryFolder({ [`${summaries}/1.json`]: JSON.stringify({ tasks }), ...reports })
    const manifest = { name: 'one', scripts: { test: 'vitest run' } }
    const workspaces = [{ name: 'one', folder: join(root, 'one'), place: 'one', manifest }]
    const last = new LastLines()
    for (const line of said) last.add('check test', line)
    return sumReports(workspaces, { isWhole: false, tasks: readFailedTasks(root), last })
  }

  it('counts, and is shown with the end of its output', () => {
    const total = read([
      task('@one/one#check', 1, []),
      task('@one/two#build', 0, ['dist/**']),
      task('@one/three#skipped', undefined, []),
    ])
    const failures = ['@one/one#check\n    fingerprint.txt is stale.']
    expect(total).toMatchObject({ failed: 1, failures })
  })

  it('is shown only by its tests if its report has failures', () => {
    const tasks = ['test', 'pack'].map((name) => task(`one#${name}`, 1, [`reports/${name}.json`]))
    const results = [{ name: 'a.test.ts', status: 'failed', message: 'No', assertionResults: [] }]
    const { failures } = read(tasks, {
      'one/reports/test.json': JSON.stringify({ ...empty, testResults: results }),
    })
    expect(failures.map((failure) => failure.split('\n')[0])).toEqual([
      expect.stringMatching(/a\.test\.ts$/),
      'one#pack',
    ])
  })
})

it('shows a failed step that is not Turborepo with its last eight lines', () => {
  const last = new LastLines()
  for (let line = 1; line <= 20; line += 1) last.add('biome check .', `line ${line}`)
  const lines = Array.from({ length: 8 }, (_, index) => `    line ${index + 13}`)
  expect(last.of('biome check .')).toBe(['biome check .', ...lines].join('\n'))
})
