import { messages, type SubmissionUpdated } from '@partner-platform/types'
import {
  contentTypeHeader,
  eventHeader,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import type { Run, Sent } from '../engine/run.ts'
import { unseen } from '../engine/verdict.ts'
import { type AnswerKind, kindOf } from '../http/answer.ts'
import type { HeaderLine, Outgoing, Piece } from '../http/outgoing.ts'
import { createEventMaker, type EventMaker } from './event-maker.ts'
import type { ReceiverPauses } from './receiver-options.ts'

export type DeliveryOptions = {
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

/** Whether a receiver takes what is genuine, without which its refusals tell nothing. */
export const takesGenuine = ({ baseline }: ReceiverKit) => baseline === 'accepted'

/** For what tells nothing as long as the receiver does not take what is genuine. */
export const notTaken = ({ hint }: ReceiverKit, received: string) =>
  unseen(received, hint ?? 'Make it take genuine deliveries first: this tells nothing yet.')

export const isAccepted = ({ answer }: Sent) => kindOf(answer) === 'accepted'
