import { setMaxListeners } from 'node:events'
import { constants } from '@partner-platform/types'
import { ConformanceError } from '../errors.ts'
import { type Answer, kindOf } from '../http/answer.ts'
import { assertReachable } from '../http/assert-reachable.ts'
import { exchange } from '../http/exchange.ts'
import type { Outgoing } from '../http/outgoing.ts'
import type { RunOptions } from '../run-options.ts'

/** What was sent, and what came back. */
export type Sent = { outgoing: Outgoing; answer: Answer }

/** The connection of a run to its target. */
export type Run = {
  now: () => number
  send: (outgoing: Outgoing) => Promise<Sent>
  /** How many answers so far said that there were too many requests. */
  limited: () => number
  /** Whether the target has answered nothing for so long that more waiting teaches nothing. */
  isSilent: () => boolean
  /** Rejects with a `ConformanceError` once the caller's signal is aborted. */
  throwIfAborted: () => void
}

export type OpenRunOptions = RunOptions & { target: URL; answerLimitBytes: number }

const tooManyRequests = 429
/** After so many exchanges in a row that end without an answer, the rest is not tried. */
const silentLimit = 3

/** Opens a run: the target accepts connections. */
export async function openRun(options: OpenRunOptions): Promise<Run> {
  const { target, answerLimitBytes, now = Date.now } = options
  const { fetchTimeoutMs: timeoutMs = constants.attemptTimeoutMs } = options
  const signal = AbortSignal.any(options.signal ? [options.signal] : [])
  // Many exchanges at once listen to it.
  setMaxListeners(0, signal)
  const throwIfAborted = () => {
    if (!signal.aborted) return
    throw new ConformanceError('aborted', 'The run was aborted before its end.', {
      cause: signal.reason,
    })
  }
  throwIfAborted()
  await assertReachable(target, {
    timeoutMs: Math.min(timeoutMs, constants.connectTimeoutMs),
    signal,
  }).catch((error: unknown) => {
    throwIfAborted()
    throw error
  })
  let silent = 0
  let limited = 0
  return {
    now,
    limited: () => limited,
    isSilent: () => silent >= silentLimit,
    throwIfAborted,
    async send(outgoing) {
      const answer = await exchange(outgoing, { timeoutMs, answerLimitBytes, signal })
      throwIfAborted()
      silent = kindOf(answer) === 'silent' ? silent + 1 : 0
      if (answer.status === tooManyRequests) limited++
      return { outgoing, answer }
    },
  }
}
