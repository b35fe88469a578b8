import { setMaxListeners } from 'node:events'
import { constants } from '@partner-platform/types'
import { ConformanceError } from '../errors.ts'
import { type Answer, describeAnswer, exchange, kindOf, type Outgoing } from '../http/exchange.ts'
import type { RunOptions } from '../run-options.ts'

/** What was sent, and what came back. */
export type Sent = { outgoing: Outgoing; answer: Answer }

/** Whether a call was answered whole, with the status. */
export const hasStatus = ({ answer }: Sent, status: number) =>
  answer.end === 'answered' && answer.status === status

/** After this many exchanges in a row without an answer, the rest is skipped. */
const silentLimit = 3

export type Run = ReturnType<typeof openRun>

/** Opens a run, whose first exchange shows whether the target accepts connections. */
export function openRun(options: RunOptions & { target: URL; answerLimitBytes: number }) {
  const {
    target,
    answerLimitBytes,
    fetchTimeoutMs: timeoutMs = constants.attemptTimeoutMs,
  } = options
  const firstTimeoutMs = Math.min(timeoutMs, constants.connectTimeoutMs)
  const signal = AbortSignal.any(options.signal ? [options.signal] : [])
  // Many exchanges at once listen to it.
  setMaxListeners(0, signal)
  const throwIfAborted = () => {
    if (!signal.aborted) return
    const cause = signal.reason
    throw new ConformanceError('aborted', 'The run was aborted before it finished.', { cause })
  }
  let [silent, limited] = [0, 0]
  let isReached = false
  return {
    /** The number of 429 answers so far. */
    limited: () => limited,
    /** Whether the target has been silent for so long that waiting longer is pointless. */
    isSilent: () => silent >= silentLimit,
    /** Throws a `ConformanceError` once the caller's signal is aborted. */
    throwIfAborted,
    async send(outgoing: Outgoing): Promise<Sent> {
      throwIfAborted()
      const connectTimeoutMs = isReached ? timeoutMs : firstTimeoutMs
      const limits = { timeoutMs, connectTimeoutMs, answerLimitBytes, signal }
      const answer = await exchange(outgoing, limits)
      throwIfAborted()
      isReached ||= answer.isConnected
      if (!isReached) throw unreachable(target, answer, firstTimeoutMs)
      silent = kindOf(answer) === 'silent' ? silent + 1 : 0
      if (answer.status === 429) limited++
      return { outgoing, answer }
    },
  }
}

function unreachable({ origin }: URL, { error }: Answer, timeoutMs: number): ConformanceError {
  const reason = error?.code ?? error?.message ?? 'no connection'
  const message = error
    ? `${origin} is unreachable: ${reason}.`
    : `${origin} is unreachable: no connection within ${timeoutMs} ms.`
  return new ConformanceError('unreachable', message, { cause: error })
}

export async function sendInTurn<T>(
  items: Iterable<T>,
  send: (item: T) => Promise<Sent>,
): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const item of items) sent.push(await send(item))
  return sent
}

/** The different answers to all that was sent, in the order in which they came. */
export function describeSent(sent: readonly Sent[]): string {
  const texts = sent.map(({ answer }) => describeAnswer(answer).replace(/ in \d+ ms/, ''))
  return [...new Set(texts)].join(', ')
}
