import { readFileSync } from 'node:fs'

export interface Report {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: FileResult[]
}

export interface FileResult {
  name: string
  status: string
  /** Why the file failed, if no test in it failed. */
  message: string
  assertionResults: {
    ancestorTitles: string[]
    title: string
    fullName: string
    status: string
    failureMessages: string[]
  }[]
}

/** A report; `undefined` if there is none, or if the run that wrote it was cut off. */
export function readReport(file: string): Report | undefined {
  try {
    const report: Partial<Report> | null = JSON.parse(readFileSync(file, 'utf8'))
    const isWhole = report?.testResults?.every((one) => Array.isArray(one?.assertionResults))
    return isWhole ? (report as Report) : undefined
  } catch {
    return undefined
  }
}
