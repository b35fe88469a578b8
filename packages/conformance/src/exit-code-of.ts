import type { Report } from './report.ts'

/**
 * The exit code of a process that made a report: 0 when the report is `ok`, 1 otherwise. With `strict`,
 * departing from the advice counts as well. By custom 2 says that there is no report, because the
 * check threw.
 */
export function exitCodeOf(report: Report, options: { strict?: boolean } = {}): 0 | 1 {
  const { ok, summary } = report
  return ok && (options.strict !== true || summary.advice === 0) ? 0 : 1
}
