import type { CheckTexts } from '../engine/check.ts'
import type { Sent } from '../engine/run.ts'
import type { Verdict } from '../engine/verdict.ts'
import type { ServerKit } from './server-kit.ts'
import type { ServerCheckOptions } from './server-options.ts'

export type ServerFinding = { sent: readonly Sent[]; verdict: Verdict }

export type ServerCheck = CheckTexts & {
  /** The option without which there is nothing to send. */
  needs?: keyof ServerCheckOptions
  /** Whether a 429 is what it looks for. @default false */
  spendsLimit?: boolean
  run: (kit: ServerKit) => Promise<ServerFinding>
}
