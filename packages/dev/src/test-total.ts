import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type FileResult, readReport } from './read-report.ts'
import type { Workspace } from './workspaces.ts'

interface TestTotal {
  passed: number
  failed: number
  skipped: number
  /** Places whose tests left no report, and reports that cannot be read; each counts as one failure. */
  silent: string[]
  /** What failed: its file and title, then the first lines of the reason. */
  failures: string[]
}

const linesOfReason = 8

/** A task of Turborepo that failed, and its output. */
interface FailedTask {
  id: string
  /** Absolute path of its report of tests, if it writes one. */
  report: string | undefined
  said: string
}

/** Where Turborepo writes its summaries, relative to the root: one per run, with the result of each task. */
export const summaries = '.turbo/runs'

/** The tasks that failed, from the summaries of all runs. */
export function readFailedTasks(root: string): FailedTask[] {
  return globSync(`${summaries}/*.json`, { cwd: root }).flatMap((file) => {
    const { tasks }: { tasks: TaskSummary[] } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    return tasks
      .filter(({ execution }) => (execution?.exitCode ?? 0) !== 0)
      .map(({ taskId, directory, logFile, resolvedTaskDefinition: { outputs } }) => {
        const report = outputs?.find((output) => /^reports\/\S+\.json$/.test(output))
        const log = join(root, logFile)
        return {
          id: taskId,
          report: report && join(root, directory, report),
          said: existsSync(log) ? readFileSync(log, 'utf8') : '',
        }
      })
  })
}

interface TaskSummary {
  taskId: string
  directory: string
  logFile: string
  execution?: { exitCode?: number }
  resolvedTaskDefinition: { outputs?: string[] | null }
}

/**
 * Adds up the reports. A broken test file counts as a failure, and so does a failed task whose report shows no
 * failure. In a whole run, so does a package without a report.
 */
export function sumReports(
  workspaces: Workspace[],
  { isWhole = true, tasks = [] }: { isWhole?: boolean; tasks?: FailedTask[] } = {},
): TestTotal {
  const explained = new Set<string>()
  const total: TestTotal = { passed: 0, failed: 0, skipped: 0, silent: [], failures: [] }
  for (const { folder, place, manifest } of workspaces) {
    if (manifest.scripts?.test === undefined) continue
    const files = globSync('reports/*.json', { cwd: folder })
    if (isWhole && files.length === 0) total.silent.push(place)
    for (const file of files) {
      const report = readReport(join(folder, file))
      if (!report) {
        total.silent.push(`${place}/${file}`)
        continue
      }
      const failures = report.testResults.flatMap((result) =>
        failuresOf(result, `${place}/${relative(folder, result.name)}`),
      )
      total.failures.push(...failures)
      total.passed += report.numPassedTests
      total.skipped += report.numPendingTests + report.numTodoTests
      if (failures.length > 0) explained.add(join(folder, file))
    }
  }
  for (const { id, report, said } of tasks)
    if (report === undefined || !explained.has(report)) total.failures.push(formatEnd(id, said))
  total.failed = total.failures.length + total.silent.length
  return total
}

function failuresOf({ status, message, assertionResults }: FileResult, file: string): string[] {
  const failed = assertionResults.filter((one) => one.status === 'failed')
  // It could not be loaded, or its set-up failed.
  if (status === 'failed' && failed.length === 0) return [formatFailure(file, message)]
  return failed.map((one) =>
    formatFailure(`${file}: ${one.fullName}`, one.failureMessages.join('\n')),
  )
}

function formatFailure(title: string, reason: string): string {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, linesOfReason)
  return [title, ...lines.filter(Boolean).map((line) => `    ${line}`)].join('\n')
}

/** Lines to leave out: commands that pnpm repeats, its last line, and stack frames. */
const notes = /^(\$ |\[ELIFECYCLE\]|\s*(❯|at) .*:\d+:\d+\)?$)/

/** What failed, with the last lines of its output. */
export function formatEnd(title: string, said: string): string {
  const lines = stripVTControlCharacters(said)
    .split('\n')
    .filter((line) => line.trim() !== '' && !notes.test(line))
  return formatFailure(title, lines.slice(-linesOfReason).join('\n'))
}

export function formatTotal({ passed, failed, skipped }: TestTotal): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
