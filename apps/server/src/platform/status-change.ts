import type { SubmissionStatus, SubmissionVisaGranted } from '@partner-platform/types'

/** What only a granted visa has. */
export type Grant = Pick<SubmissionVisaGranted, 'feedbackDocsUrl' | 'remarks' | 'visaExpiryDate'>

/** A submission that moves to a status. */
export type StatusChange = {
  submissionId: string
  status: SubmissionStatus
  /** Needed for, and only allowed with, the status of a granted visa. */
  grant?: Grant | undefined
}
