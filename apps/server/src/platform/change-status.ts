import { randomUUID } from 'node:crypto'
import {
  constants,
  messages,
  type SubmissionStatus,
  type SubmissionUpdated,
} from '@partner-platform/types'
import { messageParsers } from '@partner-platform/validators'
import { sql } from 'drizzle-orm'
import { fromProgress, toMoment } from '../deliver/move-deliveries.ts'
import { startDelivery } from '../deliver/retry-machine.ts'
import { scheduleJobs, toAttemptJob } from '../deliver/schedule-jobs.ts'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { insertRows, recordSet } from '../store/record-set.ts'
import { deliveries, events, type Grant, submissions } from '../store/schema.ts'
import { type LockContext, type LockedSubmission, lockSubmissions } from './lock-submissions.ts'
import { type Invalid, invalid, type Refusal, refuse } from './refusal.ts'

type StatusChange = {
  submissionId: string
  status: SubmissionStatus
  /** Required for the status of a granted visa, and allowed only with it. */
  grant?: Grant | undefined
}

export type ChangeResult =
  | {
      ok: true
      event: SubmissionUpdated
      eventId: string
      /** `null` if the partner has no endpoint in that environment. */
      deliveryId: string | null
    }
  | Refusal<'not_found'>
  | Invalid

const message = messages.submissionUpdated

/**
 * Changes the status of submissions, in this order. The caller's transaction also stores the events, as the
 * bytes that every attempt sends, and their jobs. If the strict validator rejects an event, or it is too large
 * for receivers, that change is not made and the issues say why. `null` for a change that was left out.
 * @see specs/decisions/ D-012 and D-014
 */
export async function changeStatuses(
  changes: readonly StatusChange[],
  context: LockContext,
): Promise<(ChangeResult | null)[]> {
  const ids = changes.map(({ submissionId }) => submissionId)
  const found = await lockSubmissions(ids, context)
  const made: MadeChange[] = []
  const results = changes.map((change): ChangeResult | null => {
    const locked = found.get(change.submissionId)
    if (locked === undefined) return refuse('not_found')
    if (locked === null) return null
    const one = makeChange(change, locked, context)
    if (!one.ok) return one
    // A later change of the same submission continues from this one.
    locked.submission = one.submission
    made.push(one)
    const deliveryId = one.delivery?.id ?? null
    return { ok: true, event: one.payload, eventId: one.event.id, deliveryId }
  })
  await store(made, context)
  return results
}

type Submission = LockedSubmission['submission']
type Partner = LockedSubmission['partner']
type Event = typeof events.$inferSelect
type Endpoint = NonNullable<LockedSubmission['endpoint']>
type Delivery = typeof deliveries.$inferSelect

type MadeChange = {
  submission: Submission
  event: Event
  payload: SubmissionUpdated
  delivery: Delivery | null
}

function makeChange(
  change: StatusChange,
  { submission: last, partner, endpoint }: LockedSubmission,
  context: LockContext,
): ({ ok: true } & MadeChange) | Invalid {
  const nowMs = context.clock.wallMs()
  const timestamp = nextTimestamp(nowMs, last.lastEventAt)
  const submission = {
    ...last,
    status: change.status,
    grant: change.grant ?? null,
    lastEventAt: timestamp,
    updatedAt: timestamp,
  }
  const checked = toBody(submission, { partner, timestamp })
  if (!checked.ok) return checked
  const event = {
    id: randomUUID(),
    submissionId: submission.id,
    partnerId: submission.partnerId,
    environment: submission.environment,
    name: message.name,
    timestamp,
    body: checked.body,
    createdAt: new Date(nowMs),
  }
  const delivery = endpoint && toDelivery(event, endpoint, context)
  return { ok: true, submission, event, payload: checked.event, delivery }
}

/** Stores events with their deliveries and jobs, and the submissions as they are now. */
async function store(changes: readonly MadeChange[], context: LockContext): Promise<void> {
  if (changes.length === 0) return
  const { tx } = context
  const newEvents = changes.map(({ event }) => event)
  const newDeliveries = changes.flatMap(({ delivery }) => delivery ?? [])
  // The last change of each submission.
  const changed = new Map(changes.map(({ submission }) => [submission.id, submission]))
  const rows = [...changed.values()].map(({ id, status, grant, lastEventAt, updatedAt }) => {
    return { id, status, grant, lastEventAt, updatedAt }
  })
  // One statement: each is a round trip to the store, while the submissions are locked.
  await tx.execute(sql`
    with event as (${insertRows(events, newEvents)}),
      delivery as (${insertRows(deliveries, newDeliveries)}),
      changed as (select * from ${recordSet(submissions, rows)})
    update ${submissions} as stored
    set status = changed.status, "grant" = changed."grant",
      last_event_at = changed.last_event_at, updated_at = changed.updated_at
    from changed
    where stored.id = any(array(select id from changed)) and stored.id = changed.id`)
  const pending = newDeliveries.filter(({ state }) => state === 'pending')
  if (pending.length === 0) return
  await scheduleJobs(pending.map(toAttemptJob), context)
  await announce(tx, 'deliveries')
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

type Checked = { ok: true; event: SubmissionUpdated; body: Buffer } | Invalid

function toBody(
  { id, status, contactStatus, visa, applicant, grant }: Submission,
  { partner, timestamp }: { partner: Partner; timestamp: Date },
): Checked {
  const checked = messageParsers.submissionUpdated.payload.sent({
    event: message.name,
    timestamp: timestamp.toISOString(),
    agent: { uuid: partner.id, companyName: partner.companyName },
    submission: { uuid: id, status, contactStatus, visa, applicant, ...grant },
  })
  if (!checked.ok) return invalid(...checked.issues)
  const body = Buffer.from(JSON.stringify(checked.value))
  if (body.length <= constants.bodyLimitBytes) return { ok: true, event: checked.value, body }
  const problem = `must make an event of at most ${constants.bodyLimitBytes} bytes`
  return invalid({ path: '', message: problem, keyword: 'bodyLimitBytes' })
}
