import type { Warning } from '../report.ts'

/**
 * What a check concludes. `wrong`: the target departs from the rule; whether that is a failure or a
 * warning is the check's severity. `departs`: the rule holds, but what was seen calls for a warning.
 * `unseen`: nothing can be concluded.
 */
export type Verdict = {
  kind: 'passed' | 'wrong' | 'departs' | 'unseen'
  received: string
  /** What to do, if it differs from the check's own advice. */
  next?: string
  /** The name of the warning. @default advice */
  warning?: Warning
}

const verdict =
  (kind: Verdict['kind']) =>
  (received: string, next?: string): Verdict =>
    next === undefined ? { kind, received } : { kind, received, next }

export const passed = verdict('passed')
export const wrong = verdict('wrong')
export const departs = verdict('departs')
export const unseen = verdict('unseen')
