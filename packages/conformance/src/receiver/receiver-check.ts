import type { CheckTexts } from '../engine/check.ts'
import type { Sent } from '../engine/run.ts'
import type { Verdict } from '../engine/verdict.ts'
import type { ReceiverKit } from './receiver-kit.ts'
import type { Effect } from './receiver-options.ts'
import type { Sight } from './sight.ts'

/** What was sent for a check, and how to judge it. */
export type Drive = {
  /** What is shown to be sent again: where only some of it was answered wrongly, that. */
  sent: readonly Sent[]
  /** Whether it was sent on as many connections at once. */
  atOnce?: boolean
  /** What a receiver that does everything right acts upon, so that it is waited for. */
  awaits?: readonly Effect[]
  /** Without a sight only the answers can be judged. */
  judge: (sight: Sight | undefined) => Verdict
}

export type ReceiverCheck = CheckTexts & {
  /** How many secrets it takes. @default 0 */
  secrets?: number
  /** Whether it runs only when the caller has the time. @default false */
  isSlow?: boolean
  /** Whether it can be judged although some of it was answered 429. @default false */
  bearsLimit?: boolean
  drive: (kit: ReceiverKit) => Promise<Drive>
}
