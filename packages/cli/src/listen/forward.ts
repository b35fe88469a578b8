import { constants } from '@partner-platform/types'
import { deliver, sayOutcome } from '../deliver-all.ts'
import { CliError } from '../errors.ts'
import { type HttpMessage, withoutConnection } from '../http-message.ts'

/** What the receiver at `--forward-to` made of a request. */
export type Forwarded = {
  accepted: boolean
  /** `null` if it did not answer. */
  status: number | null
  says: string
}

/** The answer that the sender gets. */
export type Passed = { status: number; headers: Record<string, string>; body: string | Uint8Array }

const { connectTimeoutMs, retryDelaysSeconds, receiverAnswers } = constants
/** Below the sender's own limit, so that the sender gets an answer. */
const attemptTimeoutMs = constants.attemptTimeoutMs - connectTimeoutMs

/**
 * Forwards a request with its body unchanged, and its query unless the URL has one. Without a whole answer,
 * the sender gets 503 and sends it again.
 */
export async function forward(
  url: URL,
  { method, target, headers, body }: HttpMessage,
): Promise<{ forwarded: Forwarded; passed: Passed }> {
  try {
    const to = new URL(url)
    if (to.search === '') to.search = /\?.*/.exec(target)?.[0] ?? ''
    // The outcome in the answer is read, so it should not be compressed.
    const kept = withoutConnection(headers).filter(
      ([name]) => name.toLowerCase() !== 'accept-encoding',
    )
    const message = { method, headers: kept, body }
    const delivered = await deliver(to, message, { connectTimeoutMs, attemptTimeoutMs })
    const { status, outcome, isQuarantined } = delivered
    const isWhole = !['broken', 'timed-out'].includes(outcome)
    const isStatus = status !== null && status >= 200 && status <= 599
    const passed =
      isWhole && isStatus
        ? { status, headers: delivered.headers, body: delivered.answer }
        : unavailable
    const accepted = outcome === 'accepted' && !isQuarantined
    return { forwarded: { accepted, status, says: sayOutcome(delivered) }, passed }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return {
      forwarded: { accepted: false, status: null, says: error.message },
      passed: unavailable,
    }
  }
}

const unavailable: Passed = {
  status: receiverAnswers.storageFailed,
  headers: { 'retry-after': String(retryDelaysSeconds[1]) },
  body: '',
}
