import type { Severity, Warning } from '../report.ts'
import { type RuleId, rules } from '../rules.ts'
import type { Sent } from './run.ts'

/** A row of a table of checks. */
export type CheckRow = {
  title: string
  expected: string
  /** What to do if the target breaks the rule. */
  next: string
  /** @default `must` for a rule of the source, `advice` for a decision of ours */
  severity?: Severity
}

export type CheckTexts = Required<CheckRow> & {
  /** In kebab case, unique among the checks of its target. */
  id: string
  rule: RuleId
  see: readonly RuleId[]
}

/**
 * Checks by rule and id: `'5.6, D-001 foreign-signature'` judges 5.6, and D-001 fills in what that leaves
 * open.
 */
export type CheckTable<Row> = Readonly<Record<`${RuleId}${' ' | ', '}${string}`, Row>>

export const toChecks = <Row extends CheckRow>(table: CheckTable<Row>): (Row & CheckTexts)[] =>
  Object.entries<Row>(table).map(([key, row]) => {
    const [ids = '', id = ''] = key.split(/ (?=[^ ]+$)/)
    const [rule, ...see] = ids.split(', ') as [RuleId, ...RuleId[]]
    const severity = rules[rule].from === 'source' ? 'must' : 'advice'
    return { severity, ...row, id, rule, see }
  })

/** The checks that `only` names, in their own order; a `TypeError` for a name that no check has. */
export function selectChecks<C extends CheckTexts>(
  checks: readonly C[],
  only: readonly string[] | undefined,
): readonly C[] {
  if (only === undefined) return checks
  const unknown = only.filter((id) => !checks.some((check) => check.id === id))
  if (unknown.length > 0 || only.length === 0) {
    const wrong =
      only.length === 0 ? 'is empty' : `names unknown checks: ${unknown.join(', ').slice(0, 200)}`
    throw new TypeError(`Option only (--only) ${wrong}. Take the ids of checks from a report.`)
  }
  return checks.filter(({ id }) => only.includes(id))
}

/**
 * What a check concludes. `wrong`: the target departs from the rule; the check's severity makes it a failure
 * or a warning. `departs`: the rule holds, but what was seen calls for a warning. `unseen`: nothing can be
 * concluded.
 */
export type Verdict = {
  kind: 'passed' | 'wrong' | 'departs' | 'unseen'
  received: string
  /** What to do, if it differs from the check's own advice. */
  next?: string | undefined
  /** The name of the warning. @default advice */
  warning?: Warning
}

const verdict =
  (kind: Verdict['kind']) =>
  (received: string, next?: string): Verdict => ({ kind, received, next })

export const passed = verdict('passed')
export const wrong = verdict('wrong')
export const departs = verdict('departs')
export const unseen = verdict('unseen')

export const passedIf = (isRight: boolean, received: string): Verdict =>
  isRight ? passed(received) : wrong(received)

/** One thing that a receiver did because of an event: it appears once for each time it was done. */
export type Effect = { uuid: string; status: string }

/** What a receiver acted on, by its `effects` at the end. */
export type Sight = {
  /** The statuses that were acted on for a submission, oldest first. */
  statusesOf: (uuid: string) => readonly string[]
  /** Whether anything of this run was seen; if not, a missing effect proves nothing. */
  isLive: boolean
}

/** What was sent for a check, and how to judge it. */
export type Drive = {
  /** The calls that the report shows how to repeat. */
  sent: readonly Sent[]
  /** Whether all were sent at once, each on its own connection. */
  atOnce?: boolean
  /** What a correct receiver acts on: the run waits for it. */
  awaits?: readonly Effect[]
  /** Without a sight only the answers can be judged. */
  judge: (sight?: Sight) => Verdict
}
