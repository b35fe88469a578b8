import type { ReceiverPauses, Warning } from '../../src/index.ts'
import type { RuleId } from '../../src/rules.ts'
import { type FaultyReceiver, openFaulty, type Parts } from './faulty-receiver.ts'

/** A receiver with one fault, and what the checks must say of it. */
export type FaultyFixture = {
  /** What it does wrong. */
  name: string
  /** The rule that the first of `breaks` must name. */
  rule: RuleId
  /** Ids of all checks with a finding; all others find nothing. */
  breaks: readonly string[]
  /** What the first of them is: a warning of this name. @default advice for a decision, a failure for the source */
  warning?: Warning
  /** What counts as quick, where the fault is slowness. */
  quickAnswerMs?: number
  /** Pauses that show the fault, if the shortest do not. */
  pauses?: Partial<ReceiverPauses>
  listen: (secrets: readonly string[]) => Promise<FaultyReceiver>
}

/** A fixture that differs from a right receiver in some of its parts. */
export const faulty = (
  name: string,
  expected: Omit<FaultyFixture, 'name' | 'listen'>,
  changes: Partial<Parts>,
): FaultyFixture => ({
  name,
  ...expected,
  listen: (secrets) => openFaulty(changes, secrets),
})
