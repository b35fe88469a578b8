import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Workspace } from './workspaces.ts'

export interface TestTotal {
  passed: number
  failed: number
  skipped: number
  /** Places whose tests left no report, and reports that cannot be read; each counts as one failure. */
  silent: string[]
  /** What failed: its file and title, and below it the first lines of why. */
  failures: string[]
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: FileResult[]
}

interface FileResult {
  name: string
  status: string
  /** Why the file could not be loaded. */
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

const linesOfReason = 8

/**
 * Adds up the Vitest reports of the workspaces. A test file that could not be loaded counts as one failure,
 * and so does a workspace without a report if the run covers all tests.
 */
export function sumReports(workspaces: Workspace[], { isWhole = true } = {}): TestTotal {
  const total: TestTotal = { passed: 0, failed: 0, skipped: 0, silent: [], failures: [] }
  for (const { folder, place, manifest } of workspaces) {
    if (manifest.scripts?.test === undefined) continue
    const files = globSync('reports/*.json', { cwd: folder })
    if (isWhole && files.length === 0) {
      total.silent.push(place)
      total.failed += 1
    }
    for (const file of files) {
      const report = readReport(join(folder, file))
      if (!report) {
        total.silent.push(`${place}/${file}`)
        total.failed += 1
        continue
      }
      const broken = report.testResults.filter(isBroken)
      total.failures.push(
        ...report.testResults.flatMap((result) => failuresOf(result, place, folder)),
      )
      total.passed += report.numPassedTests
      total.failed += report.numFailedTests + broken.length
      total.skipped += report.numPendingTests + report.numTodoTests
    }
  }
  return total
}

function isBroken({ status, assertionResults }: FileResult): boolean {
  return status === 'failed' && assertionResults.length === 0
}

function failuresOf(result: FileResult, place: string, folder: string): string[] {
  const file = `${place}/${relative(folder, result.name)}`
  if (isBroken(result)) return [formatFailure(file, result.message)]
  return result.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) =>
      formatFailure(`${file}: ${fullName}`, failureMessages.join('\n')),
    )
}

function formatFailure(title: string, reason: string): string {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, linesOfReason)
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

/** `undefined` where the run that wrote it was cut off. */
function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The closing line of a test run. */
export function formatTotal({ passed, failed, skipped }: TestTotal): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
