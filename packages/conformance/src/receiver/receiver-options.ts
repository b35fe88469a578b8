import { randomUUID } from 'node:crypto'
import { assertSecrets, type Secret } from '@partner-platform/webhooks'
import type { Effect } from '../engine/check.ts'
import {
  assertDuration,
  assertFunction,
  assertRunOptions,
  assertTarget,
  type RunOptions,
} from '../run-options.ts'

/** Deliberate waits of the checks. Shorter waits miss faults of a receiver that is itself slow. */
export type ReceiverPauses = {
  /** Between the ten parts of a slow body. @default 150 */
  slowBodyMs: number
  /** In the middle of a body that must not be answered early. @default 400 */
  halfBodyMs: number
  /** Between parts that end within a character. @default 60 */
  splitBodyMs: number
  /** Between two reads of the effects. @default 50 */
  effectsPollMs: number
  /** How long the effects must stay the same before they are judged. @default 250 */
  effectsQuietMs: number
}

export type ReceiverCheckOptions = RunOptions & {
  /** The callback URL, `http` or `https`. */
  url: string
  /**
   * Every secret that the receiver holds, newest first: `whsec_…`, any other text, or bytes. Leave it out
   * for an integration without signatures: checks of signatures are then not judged.
   */
  secrets?: readonly Secret[] | undefined
  /**
   * Everything that the receiver has acted on so far, oldest first: `submission.uuid` and
   * `submission.status` of each. It shows what no answer shows. May include effects of other runs.
   */
  effects?: (() => Promise<readonly Effect[]> | readonly Effect[]) | undefined
  /** How long a receiver may take to act after its answer. @default 5000 */
  effectsTimeoutMs?: number
  /** What counts as a quick answer; the source gives no figure. @default 2000 */
  quickAnswerMs?: number
  /** Also wait for the receiver to drop a sender that stalls, for as long as it waits. @default false */
  slow?: boolean
  /** Shorten them in your own tests, for a receiver that answers at once. */
  pauses?: Partial<ReceiverPauses>
  /** A new UUID, lower case. @default random */
  uuid?: () => string
}

const defaultPauses: ReceiverPauses = {
  slowBodyMs: 150,
  halfBodyMs: 400,
  splitBodyMs: 60,
  effectsPollMs: 50,
  effectsQuietMs: 250,
}

/** The options with their defaults; a `TypeError` that names the option for any that cannot work. */
export function toReceiverSettings(options: ReceiverCheckOptions) {
  assertRunOptions(options)
  const { secrets = [], effects, uuid = randomUUID, slow = false, now = Date.now } = options
  const { effectsTimeoutMs = 5_000, quickAnswerMs = 2_000 } = options
  if (options.secrets !== undefined) assertSecrets(options.secrets)
  assertFunction('effects', effects)
  assertFunction('uuid', uuid)
  assertDuration('effectsTimeoutMs', effectsTimeoutMs)
  assertDuration('quickAnswerMs', quickAnswerMs)
  const pauses = { ...defaultPauses, ...options.pauses }
  for (const [name, pauseMs] of Object.entries(pauses)) assertDuration(`pauses.${name}`, pauseMs)
  const url = assertTarget('url', options.url)
  return { url, secrets, effects, effectsTimeoutMs, quickAnswerMs, slow, pauses, uuid, now }
}

export type ReceiverSettings = ReturnType<typeof toReceiverSettings>
