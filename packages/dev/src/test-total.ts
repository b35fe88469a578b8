import { globSync, readFileSync } from 'node:fs'
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

/** A task of Turborepo that failed. */
interface FailedTask {
  id: string
  /** Absolute path of its report of tests, if it writes one. */
  report: string | undefined
}

/** Where Turborepo writes its summaries, relative to the root: one per run, with the result of each task. */
export const summaries = '.turbo/runs'

/** The tasks that failed, from the summaries of all runs. */
export function readFailedTasks(root: string): FailedTask[] {
  return globSync(`${summaries}/*.json`, { cwd: root }).flatMap((file) => {
    const { tasks }: { tasks: TaskSummary[] } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    return tasks
      .filter(({ execution }) => (execution?.exitCode ?? 0) !== 0)
      .map(({ taskId, directory, resolvedTaskDefinition: { outputs } }) => {
        const report = outputs?.find((output) => /^reports\/\S+\.json$/.test(output))
        return { id: taskId, report: report && join(root, directory, report) }
      })
  })
}

interface TaskSummary {
  taskId: string
  directory: string
  execution?: { exitCode?: number }
  resolvedTaskDefinition: { outputs?: string[] | null }
}

/** Lines to leave out: notes of Turborepo, commands that pnpm repeats, its last line, and stack frames. */
const notes = /^(cache (miss|bypass)|\$ |\[ELIFECYCLE\]|\s*(❯|at) .*:\d+:\d+\)?$)/

/** Keeps the last lines of each task and step. */
export class LastLines {
  readonly #lines = new Map<string, string[]>()

  /** Takes a line of a step. Turborepo begins each line with the task that wrote it. */
  add(step: string, text: string): void {
    const line = stripVTControlCharacters(text)
    const [, task = step, said = line] = /^(@[\w/-]+:[\w:-]+): (.*)$/.exec(line) ?? []
    if (said.trim() === '' || notes.test(said)) return
    this.#lines.set(task, [...(this.#lines.get(task) ?? []), said].slice(-linesOfReason))
  }

  /** The name of a task (`package#task`) or step, with its last lines. */
  of(name: string): string {
    return [name, ...toIndented(this.#lines.get(name.replace('#', ':')) ?? [])].join('\n')
  }
}

const toIndented = (lines: string[]) => lines.map((line) => `    ${line}`)

/**
 * Adds up the reports. A broken test file counts as a failure, and so does a failed task whose report shows no
 * failure. In a whole run, so does a package without a report.
 */
export function sumReports(
  workspaces: Workspace[],
  {
    isWhole = true,
    tasks = [],
    last = new LastLines(),
  }: { isWhole?: boolean; tasks?: FailedTask[]; last?: LastLines } = {},
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
  for (const { id, report } of tasks)
    if (report === undefined || !explained.has(report)) total.failures.push(last.of(id))
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
  return [title, ...toIndented(lines)].join('\n')
}

export function formatTotal({ passed, failed, skipped }: TestTotal): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
