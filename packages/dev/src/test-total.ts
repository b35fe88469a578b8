import { globSync } from 'node:fs'
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

/** Adds up the reports. A broken test file counts as a failure. In a whole run, so does a missing report. */
export function sumReports(workspaces: Workspace[], { isWhole = true } = {}): TestTotal {
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
      total.failed += failures.length
      total.skipped += report.numPendingTests + report.numTodoTests
    }
  }
  total.failed += total.silent.length
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
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

export function formatTotal({ passed, failed, skipped }: TestTotal): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
