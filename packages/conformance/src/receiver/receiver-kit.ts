import { messages, type SubmissionUpdated } from '@partner-platform/types'
import {
  contentTypeHeader,
  eventHeader,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import type { CheckTexts } from '../engine/check.ts'
import type { Run, Sent } from '../engine/run.ts'
import { unseen, type Verdict } from '../engine/verdict.ts'
import {
  type AnswerKind,
  type HeaderLine,
  kindOf,
  type Outgoing,
  type Piece,
} from '../http/exchange.ts'
import { createEventMaker, type EventMaker } from './event-maker.ts'
import type { Effect, ReceiverPauses } from './receiver-options.ts'

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

/** What the receiver acted on, by its `effects` at the end. */
export type Sight = {
  /** The statuses that were acted upon for a submission, oldest first. */
  statusesOf: (uuid: string) => readonly string[]
  /** Whether anything of this run was seen at all; if not, that nothing is there tells nothing. */
  isLive: boolean
}

export const timesOf = (sight: Sight, { uuid, status }: Effect) =>
  sight.statusesOf(uuid).filter((one) => one === status).length

/** How often an effect is in a list of wanted ones. */
export const countOf = (wanted: readonly Effect[], { uuid, status }: Effect) =>
  wanted.filter((one) => one.uuid === uuid && one.status === status).length

/** A number of times in words. */
export const inWords = (times: number) =>
  times === 0 ? 'never' : times === 1 ? 'once' : `${times} times`

/** How often any of the submissions was acted upon. */
export const actedOn = (sight: Sight | undefined, uuids: readonly string[]) =>
  uuids.reduce((sum, uuid) => sum + (sight?.statusesOf(uuid).length ?? 0), 0)

type DeliveryOptions = {
  /** Signs. @default the newest */
  secret?: string
  /** Values of the signature header, one line each, instead of the right one. */
  signatures?: readonly string[]
  /** The event's name in the header. @default the contract's */
  eventName?: string
  /** @default the contract's */
  contentType?: string
  /** Further header lines. */
  headers?: readonly HeaderLine[]
  pieces?: readonly Piece[]
  stalls?: boolean
}

export type Body = SubmissionUpdated | string | Uint8Array

/** What the checks of a receiver work with. */
export type ReceiverKit = {
  now: () => number
  events: EventMaker
  /** Newest first; empty for an integration without signatures. */
  secrets: readonly string[]
  prepare: (body: Body, options?: DeliveryOptions) => Promise<Outgoing>
  /** Prepares and sends. */
  deliver: (body: Body, options?: DeliveryOptions) => Promise<Sent>
  send: (outgoing: Outgoing) => Promise<Sent>
  /** How the receiver answers a plain genuine delivery. */
  baseline: AnswerKind
  /** Why it does not take one, as far as that can be found out. */
  hint: string | undefined
  /** What counts as a quick answer, in milliseconds. */
  quickAnswerMs: number
  slow: boolean
  pauses: ReceiverPauses
}

type KitOptions = {
  run: Run
  url: URL
  secrets: readonly string[]
  uuid: (() => string) | undefined
  quickAnswerMs: number
  slow: boolean
  pauses: ReceiverPauses
}

export function createReceiverKit(options: KitOptions): ReceiverKit {
  const { run, url, secrets } = options
  const prepare: ReceiverKit['prepare'] = async (body, changes = {}) => {
    const bytes = toBytes(body)
    const { pieces, stalls, contentType = messages.submissionUpdated.contentType } = changes
    const {
      secret = secrets[0],
      headers = [],
      eventName = messages.submissionUpdated.name,
    } = changes
    const genuine = secret === undefined ? [] : [await signPayload({ body: bytes, secret })]
    const signatures = changes.signatures ?? genuine
    return {
      url,
      method: messages.submissionUpdated.method,
      headers: [
        [contentTypeHeader, contentType],
        [eventHeader, eventName],
        ...signatures.map((value) => [signatureHeader, value] as const),
        ...headers,
      ],
      body: bytes,
      ...(pieces ? { pieces } : {}),
      ...(stalls ? { stalls } : {}),
    }
  }
  return {
    now: run.now,
    events: createEventMaker({ now: run.now, uuid: options.uuid }),
    secrets,
    prepare,
    deliver: async (body, changes) => run.send(await prepare(body, changes)),
    send: run.send,
    baseline: 'silent',
    hint: undefined,
    quickAnswerMs: options.quickAnswerMs,
    slow: options.slow,
    pauses: options.pauses,
  }
}

export function toBytes(body: Body): Uint8Array {
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Whether a receiver accepts genuine deliveries; otherwise its refusals prove nothing. */
export const takesGenuine = ({ baseline }: ReceiverKit) => baseline === 'accepted'

/** For a check that proves nothing until the receiver accepts genuine deliveries. */
export const notTaken = ({ hint }: ReceiverKit, received: string) =>
  unseen(
    received,
    hint ?? 'Make it accept genuine deliveries first. Until then, this proves nothing.',
  )

export const isAccepted = ({ answer }: Sent) => kindOf(answer) === 'accepted'
