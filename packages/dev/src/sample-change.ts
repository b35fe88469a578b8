import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartError } from '@partner-platform/settings'
import { messages } from '@partner-platform/types'
import { isVisaGranted, messageParsers } from '@partner-platform/validators'

/** What an example of the contract, such as `visa-granted`, tells of a submission and of its change. */
export function sampleChange(example: string) {
  const file = `specs/examples/submission-updated/valid/${example}.json`
  const unusable = (cause?: unknown) =>
    new StartError(`${file} is not an event that the service may send. Restore or correct it.`, {
      cause,
    })
  let value: unknown
  try {
    const url = import.meta.resolve(`@partner-platform/${file}`)
    value = JSON.parse(readFileSync(fileURLToPath(url), 'utf8'))
  } catch (cause) {
    throw unusable(cause)
  }
  const checked = messageParsers[messages.submissionUpdated.id].payload.sent(value)
  if (!checked.ok) throw unusable()
  const changed = checked.value.submission
  const { contactStatus, visa, applicant, status } = changed
  const submission = { contactStatus, visa, applicant, status: 'SUBMITTED' }
  if (!isVisaGranted(changed)) return { submission, change: { status } }
  const { feedbackDocsUrl, remarks, visaExpiryDate } = changed
  return { submission, change: { status, grant: { feedbackDocsUrl, remarks, visaExpiryDate } } }
}
