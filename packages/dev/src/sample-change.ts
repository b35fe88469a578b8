import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StatusChange } from '@partner-platform/server'
import { messages, type SubmissionUpdated } from '@partner-platform/types'
import { isVisaGranted, messageParsers } from '@partner-platform/validators'

/** The status change that an example of the contract tells of, such as `visa-granted`. */
export function sampleChange(example: string): StatusChange {
  const file = `@partner-platform/specs/examples/submission-updated/valid/${example}.json`
  const sample: unknown = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(file)), 'utf8'))
  const checked = messageParsers[messages.submissionUpdated.id].payload.sent(sample)
  if (!checked.ok)
    throw new TypeError(`Example ${example} is off-schema: expected one that can be sent.`)
  return toChange(checked.value)
}

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
