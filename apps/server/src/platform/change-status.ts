import { randomUUID } from 'node:crypto'
import {
  constants,
  messages,
  type SubmissionStatus,
  type SubmissionUpdated,
} from '@partner-platform/types'
import { messageParsers } from '@partner-platform/validators'
import { and, eq, sql } from 'drizzle-orm'
import { fromProgress, toMoment } from '../deliver/move-deliveries.ts'
import { startDelivery } from '../deliver/retry-machine.ts'
import { scheduleJobs, toAttemptJob } from '../deliver/schedule-jobs.ts'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { isAnyOf, recordSet } from '../store/record-set.ts'
import {
  deliveries,
  endpoints,
  events,
  type Grant,
  partners,
  submissions,
} from '../store/schema.ts'
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

type Context = PlatformContext & {
  /** Whether to wait for locked submissions and endpoints, or to reject. */
  waits: boolean
}

/**
 * Changes the status of submissions, in this order. The caller's transaction also stores the events, as the
 * bytes that every attempt sends, and their jobs. If the strict validator rejects an event, or it is too large
 * for receivers, that change is not made and the issues say why.
 * @see specs/decisions/ D-012 and D-014
 */
export async function changeStatuses(
  changes: readonly StatusChange[],
  context: Context,
): Promise<ChangeResult[]> {
  const found = await findSubmissions(changes, context)
  const made: Made[] = []
  const results = changes.map((change): ChangeResult => {
    const place = found.get(change.submissionId)
    if (!place) return refuse('not_found')
    const one = makeEvent(change, place, context)
    if (!one.ok) return one
    // A later change of the same submission continues from this one.
    place.submission = one.submission
    made.push(one)
    return {
      ok: true,
      event: one.told,
      eventId: one.event.id,
      deliveryId: one.delivery?.id ?? null,
    }
  })
  await store(made, context)
  return results
}

type Submission = typeof submissions.$inferSelect
type Partner = typeof partners.$inferSelect
type Event = typeof events.$inferSelect
type Endpoint = Pick<typeof endpoints.$inferSelect, 'id' | 'state'>

/** A submission as the next change finds it. */
type Place = { submission: Submission; partner: Partner; endpoint: Endpoint | null }

type Made = {
  event: Event
  delivery: typeof deliveries.$inferInsert | null
  told: SubmissionUpdated
  submission: Submission
}

/** Locks the submissions, and the states of their endpoints, until the transaction ends. */
async function findSubmissions(
  changes: readonly StatusChange[],
  { tx, waits }: Context,
): Promise<Map<string, Place>> {
  const ids = changes.map(({ submissionId }) => submissionId)
  const lock = waits ? {} : { noWait: true as const }
  const submission = tx
    .$with('submission')
    .as(tx.select().from(submissions).where(isAnyOf(submissions.id, ids)).for('update', lock))
  const endpoint = tx.$with('endpoint').as(
    tx
      .select()
      .from(endpoints)
      .where(
        sql`(${endpoints.partnerId}, ${endpoints.environment}) in (
          select ${submission.partnerId}, ${submission.environment} from ${submission})`,
      )
      .for('share', lock),
  )
  const rows = await tx
    .with(submission, endpoint)
    .select()
    .from(submission)
    .innerJoin(partners, eq(partners.id, submission.partnerId))
    .leftJoin(
      endpoint,
      and(
        eq(endpoint.partnerId, submission.partnerId),
        eq(endpoint.environment, submission.environment),
      ),
    )
  return new Map(
    rows.map(({ submission, partners: partner, endpoint }) => [
      submission.id,
      { submission, partner, endpoint },
    ]),
  )
}

function makeEvent(
  change: StatusChange,
  { submission: last, partner, endpoint }: Place,
  context: Context,
): ({ ok: true } & Made) | Invalid {
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
  return { ok: true, event, delivery, told: checked.event, submission }
}

/** Stores events with their deliveries and jobs, and what became of the submissions. */
async function store(made: readonly Made[], context: Context): Promise<void> {
  if (made.length === 0) return
  const { tx } = context
  const told = made.map(({ event }) => event)
  const started = made.flatMap(({ delivery }) => delivery ?? [])
  const moved = new Map(made.map(({ submission }) => [submission.id, submission]))
  // One statement: each is a round trip to the store, while the submissions are locked.
  await tx.execute(sql`
    with event as (insert into ${events} select * from ${recordSet(events, told)}),
      delivery as (insert into ${deliveries} select * from ${recordSet(deliveries, started)}),
      moved as (select * from ${recordSet(submissions, [...moved.values()])})
    update ${submissions} as stored
    set status = moved.status, "grant" = moved."grant",
      last_event_at = moved.last_event_at, updated_at = moved.updated_at
    from moved
    where stored.id = any(array(select id from moved)) and stored.id = moved.id`)
  const pending = started.filter(({ state }) => state === 'pending')
  if (pending.length === 0) return
  await scheduleJobs(pending.map(toAttemptJob), context)
  await announce(tx, 'deliveries')
}

/** The delivery of an event to an endpoint, before its first attempt. */
function toDelivery(
  { id: eventId, submissionId, partnerId, environment, timestamp, createdAt }: Event,
  endpoint: Endpoint,
  context: PlatformContext,
) {
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
