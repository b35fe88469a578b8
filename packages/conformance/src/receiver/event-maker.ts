import { randomUUID } from 'node:crypto'
import { messages, type SubmissionUpdated } from '@partner-platform/types'
import type { Effect } from '../engine/check.ts'

type Submission = SubmissionUpdated['submission']

export type EventChanges = {
  /** How much earlier than now it happened; negative for later. @default 0 */
  ageMs?: number
  submission?: Partial<Submission>
  applicant?: Partial<Submission['applicant']>
}

export type EventMaker = ReturnType<typeof createEventMaker>

/** Makes events that no receiver has seen before, by the clock and the UUIDs of the run. */
export function createEventMaker(options: {
  now: () => number
  uuid?: (() => string) | undefined
}) {
  const { now, uuid = randomUUID } = options
  const submissions = new Set<string>()
  const agent = { uuid: uuid(), companyName: 'Conformance Travel' }
  const visa = {
    uuid: uuid(),
    name: 'Tourist visa, 30 days',
    destinationCountry: 'United Arab Emirates',
  }
  const make = (submission: Partial<Submission>, changes: EventChanges): SubmissionUpdated => {
    const own = uuid()
    submissions.add(own)
    return {
      event: messages.submissionUpdated.name,
      timestamp: new Date(now() - (changes.ageMs ?? 0)).toISOString(),
      agent,
      submission: {
        uuid: own,
        status: 'RETURNED',
        contactStatus: 'NOT_CONTACTED',
        visa,
        applicant: {
          firstName: 'Asha',
          lastName: 'Verma',
          email: 'asha.verma@example.com',
          phone: '+919876543210',
          ...changes.applicant,
        },
        ...submission,
        ...changes.submission,
      },
    }
  }
  return {
    uuid,
    /** The submissions of all events so far. */
    submissions: submissions as ReadonlySet<string>,
    /** A valid event of a new submission, without the conditional fields. */
    returned: (changes: EventChanges = {}) => make({}, changes),
    /** The same with the conditional fields. */
    granted: (changes: EventChanges = {}) =>
      make(
        {
          status: 'VISA_GRANTED',
          feedbackDocsUrl: ['https://files.partner-platform.example/feedback/visa.pdf'],
          remarks: 'The visa is attached.',
          visaExpiryDate: new Date(now() + 90 * 86_400_000).toISOString(),
        },
        changes,
      ),
  }
}

/** What a receiver does because of an event. */
export const effectOf = ({ submission }: SubmissionUpdated): Effect => ({
  uuid: submission.uuid,
  status: submission.status,
})
