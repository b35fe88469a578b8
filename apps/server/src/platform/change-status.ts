import { randomUUID } from 'node:crypto'
import {
  constants,
  messages,
  type SubmissionStatus,
  type SubmissionUpdated,
} from '@partner-platform/types'
import { messageParsers } from '@partner-platform/validators'
import { and, eq } from 'drizzle-orm'
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
  await tx
    .update(submissions)
    .set({ status: change.status, grant, lastEventAt: timestamp, updatedAt: timestamp })
    .where(eq(submissions.id, submissionId))
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
  await tx.insert(events).values(event)
  const deliveryId = await createDelivery(event, context)
  return { ok: true, event: checked.event, eventId: event.id, deliveryId }
}

type Event = typeof events.$inferSelect

/** Creates the delivery of an event if the partner has an endpoint. */
async function createDelivery(
  { id: eventId, submissionId, partnerId, environment, timestamp, createdAt }: Event,
  context: PlatformContext,
): Promise<string | null> {
  const { tx } = context
  const endpoint = await findEndpoint({ partnerId, environment }, context)
  if (!endpoint) return null
  const isHeld = endpoint.state === 'disabled'
  const timestampMs = timestamp.getTime()
  const progress = startDelivery({ timestampMs, isHeld }, toMoment(context))
  const delivery = {
    id: randomUUID(),
    eventId,
    endpointId: endpoint.id,
    submissionId,
    partnerId,
    environment,
    ...fromProgress(progress),
    createdAt,
  }
  await tx.insert(deliveries).values(delivery)
  if (delivery.state === 'pending') {
    await scheduleJobs([toAttemptJob(delivery)], context)
    await announce(tx, 'deliveries')
  }
  return delivery.id
}

type Submission = typeof submissions.$inferSelect
type Partner = typeof partners.$inferSelect

/** Locks the submission until the transaction ends. */
async function findSubmission(id: string, { tx }: PlatformContext) {
  const [found] = await tx
    .select({ submission: submissions, partner: partners })
    .from(submissions)
    .innerJoin(partners, eq(partners.id, submissions.partnerId))
    .where(eq(submissions.id, id))
    .for('update', { of: submissions })
  return found
}

/** Locks the state of the endpoint until the transaction ends. */
async function findEndpoint(
  { partnerId, environment }: Pick<Submission, 'partnerId' | 'environment'>,
  { tx }: PlatformContext,
) {
  const [endpoint] = await tx
    .select({ id: endpoints.id, state: endpoints.state })
    .from(endpoints)
    .where(and(eq(endpoints.partnerId, partnerId), eq(endpoints.environment, environment)))
    .for('share')
  return endpoint
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
