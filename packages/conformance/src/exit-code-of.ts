import type { Report, Warning } from './report.ts'

/**
 * The exit code of a process that made a report: 0 when the report is `ok`, 1 otherwise. Each warning that
 * `failOn` names counts as well. By custom 2 says that there is no report, because the check threw.
 */
export function exitCodeOf(
  { ok, results }: Report,
  { failOn = [] }: { failOn?: readonly Warning[] } = {},
): 0 | 1 {
  return ok && !results.some(({ warning }) => warning && failOn.includes(warning)) ? 0 : 1
}
