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

/** A status in words, with the name of a warning. */
export const describeStatus = ({ status, warning }: Result) =>
  warning ? `warning: ${warning}` : status.replace('-', ' ')

/** The figures of a report in a few words. */
export function describeSummary({ summary }: Report): string {
  const { passed, failed, warnings, notJudged } = summary
  const warned = warnings === 1 ? '1 warning' : `${warnings} warnings`
  return `${passed} passed, ${failed} failed, ${warned}, ${notJudged} not judged`
}
