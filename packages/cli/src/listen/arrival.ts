import type { Departure, Issue } from '@partner-platform/validators'
import {
  type WebhookCode,
  type WebhookEvent,
  type WebhookNote,
  webhookErrors,
} from '@partner-platform/webhooks'
import { describeEvent, toEventDocument } from '../event-summary.ts'
import type { HttpMessage } from '../http-message.ts'
import { formatBody, formatIssue, type Style, toPlainText } from '../terminal.ts'
import type { Forwarded } from './forward.ts'

export type Findings = {
  /** The event, if it was accepted or is a duplicate. */
  event: WebhookEvent | null
  notes: readonly WebhookNote[]
  /** What the sender should not have sent. */
  departures: readonly Departure[]
  issues: readonly Issue[]
  isVerified: boolean
}

export type RecordResult = { recordedAs: string | null; recordError: NodeJS.ErrnoException | null }

export type Arrival = Findings &
  RecordResult & {
    /** The first since the start is 1. */
    number: number
    receivedAtMs: number
    request: HttpMessage
    storageKey: string
    status: number
    outcome: string
    /** A key of `webhookErrors`: why the request is not an event to act on. */
    code: string | null
    /** `null` without `--forward-to`. */
    forwarded: Forwarded | null
  }

type Look = { style: Style; withBody: boolean }

/** An arrival in a few lines for a terminal: outcome and submission. Personal data only `withBody`. */
export function describeArrival(arrival: Arrival, { style, withBody }: Look): string {
  const { number, receivedAtMs, status, outcome, event, code, request } = arrival
  const time = new Date(receivedAtMs).toISOString().slice(11, 23)
  const color = isGood(arrival) ? style.green : style.red
  const said = code === null || code === outcome ? outcome : `${outcome} (${code})`
  const about = event ? describeEvent(event) : `${request.method} with ${request.body.length} bytes`
  return [
    `${style.dim(time)}  #${number}  ${color(`${status} ${said}`)}  ${about}`,
    ...detailsOf(arrival).map((line) => `    ${line}`),
    ...(withBody ? [formatBody(request.body)] : []),
  ].join('\n')
}

export function toArrivalDocument(arrival: Arrival, { withBody }: Pick<Look, 'withBody'>) {
  const { event, request, recordError, receivedAtMs, ...rest } = arrival
  const bytes = Buffer.from(request.body)
  return {
    type: 'delivery',
    receivedAt: new Date(receivedAtMs).toISOString(),
    ...rest,
    event: event && toEventDocument(event),
    headers: request.headers,
    bodyBytes: bytes.length,
    ...(recordError ? { recordError: recordError.code ?? recordError.name } : {}),
    ...(withBody ? { body: bytes.toString() } : {}),
  }
}

/** Whether the event is accepted, by this delivery or an earlier one, and, if it was forwarded, by that receiver too. */
export const isGood = ({ outcome, forwarded }: Arrival) =>
  (outcome === 'accepted' || outcome === 'duplicate') && forwarded?.accepted !== false

function detailsOf(arrival: Arrival): string[] {
  const { code, issues, notes, departures, recordedAs, recordError, forwarded } = arrival
  const error = webhookErrors[code as WebhookCode]
  const says = error && `${error.means} ${error.next}`
  return [
    ...(says === undefined ? [] : [says]),
    // The issue of a failed signature says the same.
    ...[...issues, ...departures].filter(({ message }) => message !== says).map(formatIssue),
    ...(notes.length === 0 ? [] : [`notes: ${notes.join(', ')}`]),
    ...(recordedAs === null ? [] : [`saved: ${toPlainText(recordedAs)}`]),
    ...(recordError ? [`not saved: ${recordError.code ?? recordError.name}`] : []),
    ...(forwarded ? [`forwarded: ${forwarded.says}`] : []),
  ]
}
