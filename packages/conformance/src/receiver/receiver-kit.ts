import { messages, type SubmissionUpdated } from '@partner-platform/types'
import {
  contentTypeHeader,
  eventHeader,
  type Secret,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import type { Run, Sent } from '../engine/run.ts'
import type { AnswerKind, HeaderLine, Outgoing, Piece } from '../http/exchange.ts'
import { createEventMaker } from './event-maker.ts'
import type { ReceiverSettings } from './receiver-options.ts'

export type Body = SubmissionUpdated | string | Uint8Array

type DeliveryOptions = {
  /** Signs. @default the newest */
  secret?: Secret
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

export type ReceiverKit = ReturnType<typeof createReceiverKit>

/** What the checks of a receiver work with. */
export function createReceiverKit({ send }: Run, settings: ReceiverSettings) {
  const { url, secrets } = settings
  const sign = async (body: Body, secret = secrets[0]) =>
    secret === undefined ? [] : [await signPayload({ body: toBytes(body), secret })]
  const { method, name, contentType: type } = messages.submissionUpdated
  const prepare = async (body: Body, options: DeliveryOptions = {}): Promise<Outgoing> => {
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
      url,
      method,
      body: toBytes(body),
      headers: lines.map(([header, value]) => [spell(header), value]),
      ...(pieces && { pieces }),
      ...(stalls && { stalls }),
    }
  }
  const deliver = async (body: Body, options?: DeliveryOptions) =>
    send(await prepare(body, options))
  return {
    ...settings,
    prepare,
    deliver,
    send,
    events: createEventMaker(settings),
    /** Delivers one after the other. */
    async deliverAll(deliveries: readonly Delivery[]) {
      const sent: Sent[] = []
      for (const { event, body = event, ...options } of deliveries) {
        sent.push(await deliver(body, options))
      }
      return sent
    },
    /** The signature that the newest secret gives a body. */
    genuineOf: async (body: Body) => (await sign(body))[0] ?? '',
    /** How the receiver answers a plain genuine delivery. */
    baseline: 'silent' as AnswerKind,
    /** Why it refuses one, as far as that is known. */
    hint: undefined as string | undefined,
  }
}

export function toBytes(body: Body): Uint8Array {
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}
