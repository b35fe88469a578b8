import type { Aliases, WebhookEvent } from '@partner-platform/webhooks'
import { nameOfError } from '../log.ts'
import { suspectQueue } from '../store/open-store.ts'
import { type ClaimedEvent, type ClaimedJob, readEvent, type TakenJob } from './claim-events.ts'
import type { TryEnd } from './end-tries.ts'
import type { EventHandler, HandlerContext, HandlingOptions } from './event-handler.ts'

type AttemptOptions = Required<Pick<HandlingOptions, 'timeoutMs' | 'retryDelaysMs'>> & {
  handle: EventHandler
  aliases?: Aliases
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
 * If the process handled several events, any of them may be the cause, so none is blamed: each becomes a
 * suspect, and a process handles suspects alone, one at a time. An interruption counts only against an
 * event that was alone. So a death costs the other events only time, and an event that always kills its
 * process costs six processes. The retry delays also apply after interruptions, so that a few kills from
 * outside in quick succession do not set an innocent event aside.
 */
export function createAttempt(options: AttemptOptions) {
  const { handle, aliases = {}, timeoutMs, retryDelaysMs, cut } = options
  return async ({ job, event }: ClaimedJob): Promise<TryEnd> => {
    if (!event) return { job, kind: 'void' }
    if (job.retryCount > 0) return afterInterruption({ job, event }, retryDelaysMs)
    const { superseded, storageKey } = event
    const tries = event.tries + 1
    const ended = await runHandler(() => readEvent(event, aliases), {
      handle,
      context: { tries, superseded, storageKey },
      // A try must end well before its lease, or another process could run it at the same time.
      timeoutMs: Math.min(timeoutMs, job.expireInSeconds * 500),
      cut,
    })
    if (ended.kind === 'cut') return { job, kind: 'given-back', event }
    const counted = { ...event, tries }
    if (ended.kind === 'handled') return { job, kind: 'handled', event: counted }
    const { error } = ended
    const afterMs = retryDelaysMs[tries - 1]
    if (afterMs === undefined) return { job, kind: 'set-aside', event: counted, error }
    return { job, kind: 'retry', event: counted, error, afterMs, queue: job.name }
  }
}

/** The error of an event whose process died. */
export const interruptedError = 'InterruptedError'

type Interrupted = { job: TakenJob; event: ClaimedEvent }

function afterInterruption({ job, event }: Interrupted, retryDelaysMs: readonly number[]): TryEnd {
  const [queue, error] = [suspectQueue, interruptedError]
  if (job.name !== queue) return { job, kind: 'retry', event, error, afterMs: 0, queue }
  const interruptions = event.interruptions + 1
  const counted = { ...event, interruptions }
  const afterMs = retryDelaysMs[interruptions - 1]
  if (afterMs === undefined) return { job, kind: 'set-aside', event: counted, error }
  return { job, kind: 'retry', event: counted, error, afterMs, queue }
}

/** How a try ended. `cut`: the app had to stop, so the try says nothing about the event. */
type TryOutcome = { kind: 'handled' } | { kind: 'failed'; error: string } | { kind: 'cut' }

type TryOptions = Pick<AttemptOptions, 'handle' | 'timeoutMs' | 'cut'> & {
  context: Omit<HandlerContext, 'signal'>
}

/** Runs the handler until it ends, the time limit is reached, or the app must stop. */
async function runHandler(
  read: () => Promise<WebhookEvent>,
  { handle, context, timeoutMs, cut }: TryOptions,
): Promise<TryOutcome> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, cut])
  const timer = setTimeout(() => over.abort(), timeoutMs)
  const aborted = new Promise<TryOutcome>((resolve) => {
    const end = () => resolve(cut.aborted ? { kind: 'cut' } : timedOut)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
  const work = async (): Promise<TryOutcome> => {
    try {
      await handle(await read(), { ...context, signal })
      return { kind: 'handled' }
    } catch (error) {
      return signal.aborted ? aborted : { kind: 'failed', error: nameOfError(error) }
    }
  }
  return Promise.race([work(), aborted]).finally(() => clearTimeout(timer))
}

const timedOut: TryOutcome = { kind: 'failed', error: 'TimeoutError' }
