import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StatusChange } from '@partner-platform/server'
import { StartError } from '@partner-platform/settings'
import { messages, type SubmissionUpdated } from '@partner-platform/types'
import { isVisaGranted, messageParsers } from '@partner-platform/validators'

/** The status change that an example of the contract tells of, such as `visa-granted`. */
export function sampleChange(example: string): StatusChange {
  const checked = messageParsers[messages.submissionUpdated.id].payload.sent(readSample(example))
  if (!checked.ok) throw unusable(example)
  return toChange(checked.value)
}

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

function toChange({ agent, submission }: SubmissionUpdated): StatusChange {
  const {
    feedbackDocsUrl: _docs,
    remarks: _remarks,
    visaExpiryDate: _expiry,
    status,
    ...rest
  } = submission
  const change = { agent, submission: rest, status }
  if (!isVisaGranted(submission)) return change
  const { feedbackDocsUrl, remarks, visaExpiryDate } = submission
  return { ...change, grant: { feedbackDocsUrl, remarks, visaExpiryDate } }
}
