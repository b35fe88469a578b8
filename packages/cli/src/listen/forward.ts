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
type Passed = { status: number; headers: Record<string, string>; body: string | Uint8Array }

/** Forwards a request with its body unchanged. If nothing answers, the sender gets 503 and sends it again. */
export async function forward(
  url: URL,
  { method, headers, body }: HttpMessage,
): Promise<{ forwarded: Forwarded; passed: Passed }> {
  try {
    const delivered = await deliver(url, { method, headers: withoutConnection(headers), body })
    const { status, outcome, isQuarantined, headers: passedHeaders, answer } = delivered
    const passed = status === null ? unavailable : { status, headers: passedHeaders, body: answer }
    const says = sayOutcome(delivered)
    return {
      forwarded: { accepted: outcome === 'accepted' && !isQuarantined, status, says },
      passed,
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return {
      forwarded: { accepted: false, status: null, says: error.message },
      passed: unavailable,
    }
  }
}

const unavailable: Passed = {
  status: constants.receiverAnswers.storageFailed,
  headers: { 'retry-after': '5' },
  body: '',
}
