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

/**
 * Changes the status of a submission. The caller's transaction also stores the event, as the bytes that
 * every attempt sends, and its job. If the strict validator rejects the event, or it is too large for
 * receivers, nothing changes and the issues say why.
 * @see specs/decisions/ D-012 and D-014
 */
export async function changeStatus(
  change: StatusChange,
  context: PlatformContext,
): Promise<ChangeResult> {
  const { tx } = context
  const found = await findSubmission(change.submissionId, context)
  if (!found) return refuse('not_found')
  const grant = change.grant ?? null
  const moved = { ...found.submission, status: change.status, grant }
  const nowMs = context.clock.wallMs()
  const timestamp = nextTimestamp(nowMs, moved.lastEventAt)
  const checked = toBody(moved, { partner: found.partner, timestamp })
  if (!checked.ok) return checked
  const { id: submissionId, partnerId, environment } = moved
  const event = {
    id: randomUUID(),
    submissionId,
    partnerId,
    environment,
    name: message.name,
    timestamp,
    body: checked.body,
    createdAt: new Date(nowMs),
  }
  const delivery = found.endpoint && toDelivery(event, found.endpoint, context)
  // One statement: each is a round trip to the store, while the submission is locked.
  await tx
    .with(
      tx.$with('event').as(tx.insert(events).values(event)),
      ...(delivery ? [tx.$with('delivery').as(tx.insert(deliveries).values(delivery))] : []),
    )
    .update(submissions)
    .set({ status: change.status, grant, lastEventAt: timestamp, updatedAt: timestamp })
    .where(eq(submissions.id, submissionId))
  if (delivery?.state === 'pending') {
    await scheduleJobs([toAttemptJob(delivery)], context)
    await announce(tx, 'deliveries')
  }
  return { ok: true, event: checked.event, eventId: event.id, deliveryId: delivery?.id ?? null }
}

type Submission = typeof submissions.$inferSelect
type Partner = typeof partners.$inferSelect
type Event = typeof events.$inferSelect
type Endpoint = Pick<typeof endpoints.$inferSelect, 'id' | 'state'>

/** Locks the submission, and the state of its endpoint if it has one, until the transaction ends. */
async function findSubmission(id: string, { tx }: PlatformContext) {
  const submission = tx
    .$with('submission')
    .as(tx.select().from(submissions).where(eq(submissions.id, id)).for('update'))
  const endpoint = tx.$with('endpoint').as(
    tx
      .select({ id: endpoints.id, state: endpoints.state })
      .from(endpoints)
      .innerJoin(
        submission,
        and(
          eq(submission.partnerId, endpoints.partnerId),
          eq(submission.environment, endpoints.environment),
        ),
      )
      .for('share', { of: endpoints }),
  )
  const [found] = await tx
    .with(submission, endpoint)
    .select()
    .from(submission)
    .innerJoin(partners, eq(partners.id, submission.partnerId))
    .leftJoin(endpoint, sql`true`)
  return (
    found && { submission: found.submission, partner: found.partners, endpoint: found.endpoint }
  )
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
