import { createHash } from 'node:crypto'
import { examples } from '@partner-platform/fixtures/tables'
import type {
  AcceptedDelivery,
  QuarantinedDelivery,
  WebhookEvent,
} from '@partner-platform/webhooks'

const [example] = examples('SubmissionUpdated').filter(({ name }) => name === 'returned')
if (!example) throw new Error('The example is missing.')

/** An event of the contract. */
export const returned = example.value as WebhookEvent

export const returnedBytes: Uint8Array = example.bytes

/** The receiver's clock, an hour after that event. */
export const nowMs = Date.parse(returned.timestamp) + 3_600_000

export const uuidOf = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

type Changes = {
  uuid?: string
  status?: string
  /** Seconds after the time of the example. */
  seconds?: number
  name?: string
}

export function eventWith({ uuid, status, seconds = 0, name }: Changes): WebhookEvent {
  const { submission, timestamp } = returned
  return {
    ...returned,
    event: name ?? returned.event,
    timestamp: new Date(Date.parse(timestamp) + seconds * 1_000).toISOString(),
    submission: {
      ...submission,
      uuid: uuid ?? submission.uuid,
      status: status ?? submission.status,
    },
  }
}

export function deliveryOf(
  body: string | Uint8Array,
  given: Partial<AcceptedDelivery> = {},
): AcceptedDelivery {
  const bytes = new Uint8Array(Buffer.from(body as string))
  return {
    body: bytes,
    storageKey: createHash('sha256').update(bytes).digest('hex'),
    receivedAtMs: nowMs,
    headers: [['content-type', 'application/json']],
    notes: [],
    departures: [],
    ...given,
  }
}

export const refusedWith = (
  body: string | Uint8Array,
  given: Partial<QuarantinedDelivery> = {},
): QuarantinedDelivery => ({
  ...deliveryOf(body),
  code: 'missing-signature',
  issues: [],
  verified: false,
  ...given,
})
