import type { Severity } from '../report.ts'
import type { RuleId } from '../rules.ts'

/** What every check says of itself. */
export type CheckTexts = {
  /** In kebab case, unlike every other of its target. */
  id: string
  rule: RuleId
  see?: readonly RuleId[]
  title: string
  /** `must` where the source says so, `advice` where only a decision of ours does. */
  severity: Severity
  expected: string
  /** What to do when it is wrong. */
  next: string
}
