import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartError } from '@partner-platform/settings'
import {
  messages,
  type Submission,
  type SubmissionUpdated,
  type SubmissionVisaGranted,
} from '@partner-platform/types'
import { isVisaGranted, messageParsers } from '@partner-platform/validators'

/** What an example of the contract, such as `visa-granted`, tells of a submission and of its change. */
export function sampleChange(example: string): SampleChange {
  const checked = messageParsers[messages.submissionUpdated.id].payload.sent(readSample(example))
  if (!checked.ok) throw unusable(example)
  return toChange(checked.value)
}

export type SampleChange = {
  submission: Pick<Submission, 'contactStatus' | 'visa' | 'applicant'> & { status: string }
  change: { status: string; grant?: Grant }
}

type Grant = Pick<SubmissionVisaGranted, 'feedbackDocsUrl' | 'remarks' | 'visaExpiryDate'>

/** What a submission is before the change. */
const firstStatus = 'SUBMITTED'

function readSample(example: string): unknown {
  const file = `@partner-platform/specs/examples/submission-updated/valid/${example}.json`
  try {
    return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(file)), 'utf8'))
  } catch (cause) {
    throw unusable(example, cause)
  }
}

const unusable = (example: string, cause?: unknown) =>
  new StartError(
    `specs/examples/submission-updated/valid/${example}.json is unusable: expected an event that can be sent. Restore it, or mend it.`,
    { cause },
  )

function toChange({ submission: changed }: SubmissionUpdated): SampleChange {
  const { contactStatus, visa, applicant, status } = changed
  const submission = { contactStatus, visa, applicant, status: firstStatus }
  if (!isVisaGranted(changed)) return { submission, change: { status } }
  const { feedbackDocsUrl, remarks, visaExpiryDate } = changed
  return { submission, change: { status, grant: { feedbackDocsUrl, remarks, visaExpiryDate } } }
}
