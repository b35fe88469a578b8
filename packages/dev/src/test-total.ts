import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workspace } from './workspaces.ts'

export interface TestTotal {
  passed: number
  failed: number
  skipped: number
  /** Places whose tests left no report, and reports that cannot be read; each counts as one failure. */
  silent: string[]
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** Adds up the Vitest reports of the workspaces. A test file that could not be loaded counts as one failure. */
export function sumReports(workspaces: Workspace[]): TestTotal {
  const total: TestTotal = { passed: 0, failed: 0, skipped: 0, silent: [] }
  for (const { folder, place, manifest } of workspaces) {
    if (manifest.scripts?.test === undefined) continue
    const files = globSync('reports/*.json', { cwd: folder })
    if (files.length === 0) {
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
      const broken = report.testResults.filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      )
      total.passed += report.numPassedTests
      total.failed += report.numFailedTests + broken.length
      total.skipped += report.numPendingTests + report.numTodoTests
    }
  }
  return total
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
