import { randomUUID } from 'node:crypto'
import type { Applicant, Environment, Visa } from '@partner-platform/types'
import type { PlatformContext } from '../platform-context.ts'
import { submissions } from '../store/schema.ts'
import { createList } from './page.ts'
import { partnerIssues } from './partners.ts'
import { type Invalid, invalid } from './refusal.ts'

export type Submission = typeof submissions.$inferSelect

type SubmissionInput = {
  partner: string
  environment: Environment
  /** Any status except that of a granted visa. */
  status: string
  contactStatus: string
  visa: Visa
  applicant: Applicant
}

/** Creates a submission. Sends no webhook, because no status has changed. */
export async function createSubmission(
  { partner, ...given }: SubmissionInput,
  { tx, clock }: Pick<PlatformContext, 'tx' | 'clock'>,
): Promise<{ ok: true; submission: Submission } | Invalid> {
  const issues = await partnerIssues(partner, tx)
  if (issues.length > 0) return invalid(...issues)
  const { environment, status, contactStatus, visa, applicant } = given
  const now = new Date(clock.wallMs())
  const submission: Submission = {
    id: randomUUID(),
    partnerId: partner,
    environment,
    status,
    contactStatus,
    visa,
    applicant,
    grant: null,
    lastEventAt: null,
    createdAt: now,
    updatedAt: now,
  }
  await tx.insert(submissions).values(submission)
  return { ok: true, submission }
}

export const listSubmissions = createList({
  table: submissions,
  by: {
    partner: submissions.partnerId,
    environment: submissions.environment,
    submission: submissions.id,
    status: submissions.status,
  },
  from: (orm) => orm.select().from(submissions),
})
