import type { StoredSubmission } from '../generated/index.ts'
import { changeStatus as change } from '../platform/change-status.ts'
import * as platform from '../platform/submissions.ts'
import type { ReadHandler, WriteHandler } from './handler.ts'
import { refused } from './refused.ts'
import { toPage } from './to-page.ts'

function toSubmission(submission: platform.Submission): StoredSubmission {
  const { id, partnerId, environment, status, contactStatus, visa } = submission
  return {
    ...{ id, partner: partnerId, environment, status, contactStatus, visa },
    ...{ applicant: submission.applicant, grant: submission.grant },
    createdAt: submission.createdAt.toISOString(),
    updatedAt: submission.updatedAt.toISOString(),
  }
}

export const listSubmissions: ReadHandler<'listSubmissions'> = async ({ query }, { orm }) => {
  const page = await platform.listSubmissions(query, toPage(query), orm)
  if (!page.ok) return refused(page)
  return { status: 200, body: { items: page.items.map(toSubmission), next: page.next } }
}

export const createSubmission: WriteHandler<'createSubmission'> = async ({ body }, context) => {
  const made = await platform.createSubmission(body, context)
  return made.ok ? { status: 201, body: toSubmission(made.submission) } : refused(made)
}

export const changeStatus: WriteHandler<'changeStatus'> = async ({ params, body }, context) => {
  const changed = await change({ ...params, ...body }, context)
  if (changed.ok) {
    const { eventId, deliveryId, event } = changed
    return { status: 202, body: { eventId, timestamp: event.timestamp, deliveryId } }
  }
  if (changed.code === 'not-found') return refused(changed)
  // The request has passed its own schema: the event is at fault as a whole, by what it is joined with.
  return refused({ ...changed, issues: changed.issues.map((issue) => ({ ...issue, path: '' })) })
}
