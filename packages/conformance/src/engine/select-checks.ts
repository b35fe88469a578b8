import type { CheckTexts } from './check.ts'

/** The checks that `only` names, in their own order; a `TypeError` for a name that no check has. */
export function selectChecks<C extends CheckTexts>(
  checks: readonly C[],
  only: readonly string[] | undefined,
): readonly C[] {
  if (only === undefined) return checks
  const unknown = only.filter((id) => !checks.some((check) => check.id === id))
  if (unknown.length > 0 || only.length === 0) {
    throw new TypeError(
      `only names no check: expected ids of checks, received ${only.length === 0 ? 'none' : unknown.join(', ').slice(0, 200)}. Take them from a report.`,
    )
  }
  return checks.filter(({ id }) => only.includes(id))
}
