import { messages, type SubmissionUpdated } from '@partner-platform/types'
import {
  contentTypeHeader,
  eventHeader,
  type Secret,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import type { Effect } from '../engine/check.ts'
import { type Run, sendInTurn } from '../engine/run.ts'
import type { AnswerKind, HeaderLine, Outgoing, Piece } from '../http/exchange.ts'
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
  headers?: readonly HeaderLine[]
  /** Whether the names of the headers are in lower case. @default false */
  lowerCaseNames?: boolean
  pieces?: readonly Piece[]
  stalls?: boolean
}

export type Delivery = DeliveryOptions & {
  event: SubmissionUpdated
  /** What is sent and signed. @default the event as JSON */
  body?: Body
}

export type ReceiverKit = ReturnType<typeof createReceiverKit>

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
    deliverAll: (deliveries: readonly Delivery[]) =>
      sendInTurn(deliveries, ({ event, body = event, ...options }) => deliver(body, options)),
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

type Submission = SubmissionUpdated['submission']

type EventChanges = {
  /** How much earlier than now it happened; negative for later. @default 0 */
  ageMs?: number
  submission?: Partial<Submission>
  applicant?: Partial<Submission['applicant']>
}

export type EventMaker = ReturnType<typeof createEventMaker>

/** Makes events that no receiver has seen before, by the clock and the UUIDs of the run. */
function createEventMaker({ now, uuid }: Pick<ReceiverSettings, 'now' | 'uuid'>) {
  const submissions = new Set<string>()
  const agent = { uuid: uuid(), companyName: 'Conformance Travel' }
  const visa = {
    uuid: uuid(),
    name: 'Tourist visa, 30 days',
    destinationCountry: 'United Arab Emirates',
  }
  const make = (submission: Partial<Submission>, changes: EventChanges): SubmissionUpdated => {
    const own = uuid()
    submissions.add(own)
    return {
      event: messages.submissionUpdated.name,
      timestamp: new Date(now() - (changes.ageMs ?? 0)).toISOString(),
      agent,
      submission: {
        uuid: own,
        status: 'RETURNED',
        contactStatus: 'NOT_CONTACTED',
        visa,
        applicant: {
          firstName: 'Asha',
          lastName: 'Verma',
          email: 'asha.verma@example.com',
          phone: '+919876543210',
          ...changes.applicant,
        },
        ...submission,
        ...changes.submission,
      },
    }
  }
  return {
    uuid,
    /** The submissions of all events so far. */
    submissions: submissions as ReadonlySet<string>,
    /** A valid event of a new submission, without the conditional fields. */
    returned: (changes: EventChanges = {}) => make({}, changes),
    /** The same with the conditional fields. */
    granted: (changes: EventChanges = {}) =>
      make(
        {
          status: 'VISA_GRANTED',
          feedbackDocsUrl: ['https://files.partner-platform.example/feedback/visa.pdf'],
          remarks: 'The visa is attached.',
          visaExpiryDate: new Date(now() + 90 * 86_400_000).toISOString(),
        },
        changes,
      ),
  }
}

/** What a receiver does because of an event. */
export function effectOf({ submission: { uuid, status } }: SubmissionUpdated): Effect {
  return { uuid, status }
}
