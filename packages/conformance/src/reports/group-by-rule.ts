import type { Report, Result } from '../report.ts'
import { type Rule, rules } from '../rules.ts'

export type RuleGroup = { rule: string; says: string; results: Result[] }

/** Results by rule: those of the source in its order, then those of decisions. */
export function groupByRule({ results }: Report): RuleGroup[] {
  const groups = new Map<string, RuleGroup>()
  for (const result of results) {
    const { rule } = result
    const group = groups.get(rule) ?? { rule, says: saysOf(rule), results: [] }
    groups.set(rule, group)
    group.results.push(result)
  }
  return [...groups.values()].sort(
    (one, other) =>
      Number(isDecision(one)) - Number(isDecision(other)) ||
      one.rule.localeCompare(other.rule, 'en', { numeric: true }),
  )
}

const isDecision = ({ rule }: RuleGroup) => rule.startsWith('D-')

/** A report that was stored may name rules of another version. */
const saysOf = (rule: string) => (rules as Readonly<Record<string, Rule>>)[rule]?.says ?? ''

/** A rule and what fills it in, such as `5.5 (D-001)`. */
export const citeRule = ({ rule, see }: Result) =>
  see.length === 0 ? rule : `${rule} (${see.join(', ')})`

/** What a result is called: advice is what was not judged and still calls for something. */
export type Outcome = 'passed' | 'failed' | 'advice' | 'not judged'

export function outcomeOf({ status, finding }: Result): Outcome {
  if (status !== 'not-judged') return status
  return finding ? 'advice' : 'not judged'
}

/** The figures of a report in a few words. */
export function describeSummary({ summary }: Report): string {
  const { passed, failed, notJudged, advice } = summary
  const rest = advice === 0 ? '' : `, ${advice} of them with advice`
  return `${passed} passed, ${failed} failed, ${notJudged} not judged${rest}`
}
