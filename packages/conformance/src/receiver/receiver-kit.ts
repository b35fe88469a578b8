import { messages, type SubmissionUpdated } from '@partner-platform/types'
import {
  contentTypeHeader,
  eventHeader,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import type { Run, Sent } from '../engine/run.ts'
import type { AnswerKind, HeaderLine, Outgoing, Piece } from '../http/exchange.ts'
import { createEventMaker, type EventMaker } from './event-maker.ts'
import type { ReceiverSettings } from './receiver-options.ts'

export type Body = SubmissionUpdated | string | Uint8Array

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
  /** Whether the names of the headers are in lower case. @default false */
  lowerCaseNames?: boolean
  pieces?: readonly Piece[]
  stalls?: boolean
}

/** A delivery of an event. */
export type Delivery = DeliveryOptions & {
  event: SubmissionUpdated
  /** What is sent and signed. @default the event as JSON */
  body?: Body
}

/** What the checks of a receiver work with. */
export type ReceiverKit = ReceiverSettings & {
  events: EventMaker
  prepare: (body: Body, options?: DeliveryOptions) => Promise<Outgoing>
  /** Prepares and sends. */
  deliver: (body: Body, options?: DeliveryOptions) => Promise<Sent>
  /** Delivers one after the other. */
  deliverAll: (deliveries: readonly Delivery[]) => Promise<Sent[]>
  send: (outgoing: Outgoing) => Promise<Sent>
  /** The signature that the newest secret gives a body. */
  genuineOf: (body: Body) => Promise<string>
  /** How the receiver answers a plain genuine delivery. */
  baseline: AnswerKind
  /** Why it does not take one, as far as that can be found out. */
  hint: string | undefined
}

export function createReceiverKit({ send }: Run, settings: ReceiverSettings): ReceiverKit {
  const { url, secrets } = settings
  const sign = async (body: Body, secret = secrets[0]) =>
    secret === undefined ? [] : [await signPayload({ body: toBytes(body), secret })]
  const { method, name, contentType: type } = messages.submissionUpdated
  const prepare: ReceiverKit['prepare'] = async (body, options = {}) => {
    const { eventName = name, contentType = type, pieces, stalls } = options
    const signatures = options.signatures ?? (await sign(body, options.secret))
    const lines: HeaderLine[] = [
      [contentTypeHeader, contentType],
      [eventHeader, eventName],
      ...signatures.map((value) => [signatureHeader, value] as const),
      ...(options.headers ?? []),
    ]
    const spell = (text: string) => (options.lowerCaseNames ? text.toLowerCase() : text)
    return {
      ...{ url, method, body: toBytes(body) },
      headers: lines.map(([header, value]) => [spell(header), value]),
      ...(pieces && { pieces }),
      ...(stalls && { stalls }),
    }
  }
  const deliver: ReceiverKit['deliver'] = async (body, options) =>
    send(await prepare(body, options))
  return {
    ...settings,
    ...{ prepare, deliver, send },
    events: createEventMaker(settings),
    async deliverAll(deliveries) {
      const sent: Sent[] = []
      for (const { event, body = event, ...options } of deliveries) {
        sent.push(await deliver(body, options))
      }
      return sent
    },
    genuineOf: async (body) => (await sign(body))[0] ?? '',
    baseline: 'silent',
    hint: undefined,
  }
}

export function toBytes(body: Body): Uint8Array {
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}
