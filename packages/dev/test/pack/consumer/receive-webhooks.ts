import type { SubmissionStatus } from '@partner-platform/types'
import { isVisaGranted } from '@partner-platform/validators'
import { parseWebhook, signPayload } from '@partner-platform/webhooks'

const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`

export const unknownStatus: SubmissionStatus = 'A_STATUS_OF_TOMORROW'

export async function expiryOf(payload: unknown): Promise<string> {
  const body = new TextEncoder().encode(JSON.stringify(payload))
  const headers = {
    'Content-Type': 'application/json',
    'X-Platform-Event': 'submission.updated',
    'X-Platform-Signature': await signPayload({ body, secret }),
  }
  const result = await parseWebhook({ body, headers, secrets: [secret] })
  if (!result.ok) return result.code
  const { submission } = result.event
  return isVisaGranted(submission) ? submission.visaExpiryDate : submission.status
}
