import type { Severity } from '../report.ts'
import type { RuleId } from '../rules.ts'

/** What every check says of itself. */
export type CheckTexts = {
  /** In kebab case, unlike every other of its target. */
  id: string
  rule: RuleId
  see?: readonly RuleId[]
  title: string
  /** `must` if the source says so, `advice` if only a decision of ours does. */
  severity: Severity
  expected: string
  /** What to do when it is wrong. */
  next: string
}

/** The checks that `only` names, in their own order; a `TypeError` for a name that no check has. */
export function selectChecks<C extends CheckTexts>(
  checks: readonly C[],
  only: readonly string[] | undefined,
): readonly C[] {
  if (only === undefined) return checks
  const unknown = only.filter((id) => !checks.some((check) => check.id === id))
  if (unknown.length > 0 || only.length === 0) {
    throw new TypeError(
      `only needs ids of checks, not ${only.length === 0 ? 'an empty list' : unknown.join(', ').slice(0, 200)}. Take them from a report.`,
    )
  }
  return checks.filter(({ id }) => only.includes(id))
}
