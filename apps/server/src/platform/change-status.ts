import { messages, type SubmissionStatus, type SubmissionUpdated } from '@partner-platform/types'
import { messageParsers } from '@partner-platform/validators'
import type { Grant } from '../store/schema.ts'
import { type LockContext, lockSubmissions } from './lock-submissions.ts'
import { type Invalid, type Refusal, refuse } from './refusal.ts'
import { createEvent, type NewEvent, storeEvents } from './submission-events.ts'

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

const message = {
  name: messages.submissionUpdated.name,
  parse: messageParsers.submissionUpdated.payload.sent,
}

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
  const made: NewEvent<SubmissionUpdated>[] = []
  const results = changes.map((change): ChangeResult | null => {
    const locked = found.get(change.submissionId)
    if (locked === undefined) return refuse('not_found')
    if (locked === null) return null
    const { status, grant = null } = change
    const one = createEvent(locked, { message, change: { status, grant }, context })
    if (!one.ok) return one
    // A later change of the same submission continues from this one.
    locked.submission = one.submission
    made.push(one)
    const deliveryId = one.delivery?.id ?? null
    return { ok: true, event: one.payload, eventId: one.event.id, deliveryId }
  })
  await storeEvents(made, context)
  return results
}
