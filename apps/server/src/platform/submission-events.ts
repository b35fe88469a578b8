import { randomUUID } from 'node:crypto'
import { constants } from '@partner-platform/types'
import type { Parser } from '@partner-platform/validators'
import { sql } from 'drizzle-orm'
import { fromProgress, toMoment } from '../deliver/move-deliveries.ts'
import { startDelivery } from '../deliver/retry-machine.ts'
import { scheduleJobs, toAttemptJob } from '../deliver/schedule-jobs.ts'
import type { PlatformContext } from '../platform-context.ts'
import { channels } from '../store/channels.ts'
import { insertRows, recordSet } from '../store/record-set.ts'
import { deliveries, events, submissions } from '../store/schema.ts'
import type { LockedSubmission } from './lock-submissions.ts'
import { type Invalid, invalid } from './refusal.ts'

type Submission = LockedSubmission['submission']
type Endpoint = NonNullable<LockedSubmission['endpoint']>
type Event = typeof events.$inferSelect
type Delivery = typeof deliveries.$inferSelect

/** What an event may change about its submission. */
export type SubmissionChange = Partial<Pick<Submission, 'status' | 'contactStatus' | 'grant'>>

/** An event that is not stored yet, and the submission after it. */
export type NewEvent<Payload> = {
  submission: Submission
  event: Event
  payload: Payload
  /** `null` if the partner has no endpoint in that environment. */
  delivery: Delivery | null
}

type EventOptions<Payload> = {
  message: { name: string; parse: Parser<Payload> }
  change: SubmissionChange
  context: PlatformContext
}

/**
 * Makes an event of a locked submission, with the bytes that every attempt sends. If its strict parser rejects
 * it, or it is too large for receivers, returns the issues instead.
 * @see specs/decisions/ D-012 and D-014
 */
export function createEvent<Payload>(
  { submission: last, partner, endpoint }: LockedSubmission,
  { message, change, context }: EventOptions<Payload>,
): ({ ok: true } & NewEvent<Payload>) | Invalid {
  const nowMs = context.clock.wallMs()
  const timestamp = nextTimestamp(nowMs, last.lastEventAt)
  const submission = { ...last, ...change, lastEventAt: timestamp, updatedAt: timestamp }
  const { id, status, contactStatus, visa, applicant, grant } = submission
  const checked = message.parse({
    event: message.name,
    timestamp: timestamp.toISOString(),
    agent: { uuid: partner.id, companyName: partner.companyName },
    submission: { uuid: id, status, contactStatus, visa, applicant, ...grant },
  })
  if (!checked.ok) return invalid(...checked.issues)
  const body = Buffer.from(JSON.stringify(checked.value))
  if (body.length > constants.bodyLimitBytes) {
    const problem = `must make an event of at most ${constants.bodyLimitBytes} bytes`
    return invalid({ path: '', message: problem, keyword: 'bodyLimitBytes' })
  }
  const event = {
    id: randomUUID(),
    submissionId: id,
    partnerId: submission.partnerId,
    environment: submission.environment,
    name: message.name,
    timestamp,
    body,
    createdAt: new Date(nowMs),
  }
  const delivery = endpoint && toDelivery(event, endpoint, context)
  return { ok: true, submission, event, payload: checked.value, delivery }
}

/** Stores events with their deliveries and jobs, and the submissions as they are now, in the caller's transaction. */
export async function storeEvents(
  made: readonly NewEvent<unknown>[],
  context: PlatformContext,
): Promise<void> {
  if (made.length === 0) return
  const { tx } = context
  const newEvents = made.map(({ event }) => event)
  const newDeliveries = made.flatMap(({ delivery }) => delivery ?? [])
  // Each submission after its last event.
  const changed = new Map(made.map(({ submission }) => [submission.id, submission]))
  const rows = [...changed.values()].map((one) => {
    const { id, status, contactStatus, grant, lastEventAt, updatedAt } = one
    return { id, status, contactStatus, grant, lastEventAt, updatedAt }
  })
  const pending = newDeliveries.filter(({ state }) => state === 'pending')
  // One statement: each is a round trip to the store, while the submissions are locked.
  await tx.execute(sql`
    with event as (${insertRows(events, newEvents)}),
      delivery as (${insertRows(deliveries, newDeliveries)}),
      changed as (select * from ${recordSet(submissions, rows)}),
      submission as (
        update ${submissions} as stored
        set status = changed.status, contact_status = changed.contact_status, "grant" = changed."grant",
          last_event_at = changed.last_event_at, updated_at = changed.updated_at
        from changed
        where stored.id = any(array(select id from changed)) and stored.id = changed.id
      )
    select pg_notify(${channels.deliveries}, '') where ${pending.length > 0}`)
  await scheduleJobs(pending.map(toAttemptJob), context)
}

/** The delivery of an event to an endpoint, before its first attempt. */
function toDelivery(
  { id: eventId, submissionId, partnerId, environment, timestamp, createdAt }: Event,
  endpoint: Endpoint,
  context: PlatformContext,
): Delivery {
  const isHeld = endpoint.state === 'disabled'
  const progress = startDelivery({ timestampMs: timestamp.getTime(), isHeld }, toMoment(context))
  return {
    id: randomUUID(),
    eventId,
    endpointId: endpoint.id,
    submissionId,
    partnerId,
    environment,
    ...fromProgress(progress),
    lastOutcome: null,
    lastStatus: null,
    createdAt,
  }
}

/** Now, or just after the last event: receivers order and distinguish events by timestamp. */
function nextTimestamp(nowMs: number, lastEventAt: Date | null): Date {
  return new Date(Math.max(nowMs, lastEventAt ? lastEventAt.getTime() + 1 : 0))
}
