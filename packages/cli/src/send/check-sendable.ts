import { messages } from '@partner-platform/types'
import { type Issue, messageParsers } from '@partner-platform/validators'
import { parseInstant, parseWebhook } from '@partner-platform/webhooks'

/** What keeps the service from sending these bytes; none for an event that it may send. */
export async function checkSendable(body: Uint8Array): Promise<readonly Issue[]> {
  const text = new TextDecoder().decode(body)
  const value = parse(text)
  // Reading comes first: it sees what parsed JSON does not show, such as a key that is there twice.
  const now = () => parseInstant(String((value as { timestamp?: unknown } | null)?.timestamp)) ?? 0
  const read = await parseWebhook({ body, headers: [], verification: 'off', now })
  if (!read.ok && read.code !== 'invalid-payload' && read.code !== 'unknown-event') {
    return read.issues
  }
  const sent = messageParsers[messages.submissionUpdated.id].payload.sent(value)
  return sent.ok ? [] : sent.issues
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
