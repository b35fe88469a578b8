import { type Aliases, parseWebhook } from '@partner-platform/webhooks'
import { nameOfError } from '../log.ts'
import { suspectQueue } from '../store/open-store.ts'
import type { ClaimedEvent, ClaimedJob, TakenJob, TryEnd } from './claims.ts'
import type { EventHandler, HandlerContext, HandlingOptions } from './event-handler.ts'

type TryEventOptions = Required<Pick<HandlingOptions, 'timeoutMs' | 'retryDelaysMs'>> & {
  handle: EventHandler
  /** Aborts when the app must stop: running tries return to the queue. */
  cut: AbortSignal
}

/**
 * Returns a function that makes one try and says what follows from it:
 *
 * | try                                    | becomes                                                      |
 * | -------------------------------------- | ------------------------------------------------------------ |
 * | went well                              | handled                                                      |
 * | failed, or took too long               | retry after the next delay; set-aside if it was the last try |
 * | was cut, as the app stops              | given-back: it does not count                                |
 * | the event waits no longer              | void                                                         |
 * | its last claim never ended, in company | retry at once, as a suspect: it does not count               |
 * | its last claim never ended, alone      | retry after the next delay; set-aside if it was the fifth    |
 *
 * A claim that never ended was interrupted: its process died, or lost the store for longer than the lease.
 * Any event of that process may be the cause, so each becomes a suspect, and suspects are handled alone. An
 * interruption counts only against an event that was alone, so an event that always kills its process costs
 * six processes. The retry delays apply too, so that a few kills from outside set no innocent event aside.
 */
export function createTryEvent(options: TryEventOptions) {
  const { handle, timeoutMs, retryDelaysMs, cut } = options
  const fail = (job: TakenJob, event: ClaimedEvent, failures: number): TryEnd => {
    const afterMs = retryDelaysMs[failures - 1]
    if (afterMs === undefined) return { job, kind: 'set-aside', event }
    return { job, kind: 'retry', event, afterMs, queue: job.name }
  }
  return async ({ job, event }: ClaimedJob): Promise<TryEnd> => {
    if (!event) return { job, kind: 'void' }
    if (job.retryCount > 0) {
      const suspect = { ...event, lastError: interruptedError }
      if (job.name !== suspectQueue)
        return { job, kind: 'retry', event: suspect, afterMs: 0, queue: suspectQueue }
      const interruptions = event.interruptions + 1
      return fail(job, { ...suspect, interruptions }, interruptions)
    }
    const { superseded, storageKey } = event
    const tries = event.tries + 1
    const outcome = await runHandler(event, {
      handle,
      context: { tries, superseded, storageKey },
      // A try must end well before its lease, or another process could run it at the same time.
      timeoutMs: Math.min(timeoutMs, job.expireInSeconds * 500),
      cut,
    })
    if (outcome === 'cut') return { job, kind: 'given-back', event, afterMs: 0, queue: job.name }
    const tried = { ...event, tries, lastError: outcome.error }
    return outcome.error === null ? { job, kind: 'handled', event: tried } : fail(job, tried, tries)
  }
}

export const interruptedError = 'InterruptedError'

/** How a try ended. `cut`: the app had to stop, so the try says nothing about the event. */
type TryOutcome = { error: string | null } | 'cut'

type TryOptions = Pick<TryEventOptions, 'handle' | 'timeoutMs' | 'cut'> & {
  context: Omit<HandlerContext, 'signal' | 'departures'>
}

/** Runs the handler until it ends, the time limit is reached, or the app must stop. */
async function runHandler(
  stored: ClaimedEvent,
  { handle, context, timeoutMs, cut }: TryOptions,
): Promise<TryOutcome> {
  // Not `AbortSignal.any`: Node keeps its signal, and so the event, in memory while the signal has a listener.
  const over = new AbortController()
  const { signal } = over
  const stop = () => over.abort()
  const timer = setTimeout(stop, timeoutMs)
  cut.addEventListener('abort', stop)
  if (cut.aborted) stop()
  const aborted = new Promise<TryOutcome>((resolve) => {
    const end = () => resolve(cut.aborted ? 'cut' : { error: 'TimeoutError' })
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
  const work = async (): Promise<TryOutcome> => {
    try {
      const { event, departures } = await readEvent(stored)
      await handle(event, { ...context, departures, signal })
      return { error: null }
    } catch (error) {
      return signal.aborted ? aborted : { error: nameOfError(error) }
    }
  }
  return Promise.race([work(), aborted]).finally(() => {
    clearTimeout(timer)
    cut.removeEventListener('abort', stop)
  })
}

/**
 * Reads a stored event from its bytes. Does not check its age: the receiver or a person already did. The event
 * keeps the name under which it was stored, even if its alias has been removed since.
 */
export async function readEvent({ body, name }: Pick<ClaimedEvent, 'body' | 'name'>) {
  const read = (aliases: Aliases) =>
    parseWebhook({
      body,
      headers: [],
      verification: 'off',
      aliases,
      maxAgeSeconds: Number.POSITIVE_INFINITY,
      maxAheadSeconds: Number.POSITIVE_INFINITY,
    })
  const own = await read({})
  const isAlias = own.ok && own.event.event !== name
  const parsed = isAlias ? await read({ [own.event.event]: name } as Aliases) : own
  if (parsed.ok) return parsed
  throw new UnreadableEventError(
    `A stored event cannot be read: ${parsed.code}. Use the version of the receiver that stored it.`,
  )
}

class UnreadableEventError extends Error {
  override name = 'UnreadableEventError'
}
