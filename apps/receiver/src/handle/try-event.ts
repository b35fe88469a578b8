import type { Aliases } from '@partner-platform/webhooks'
import { type ClaimedJob, readEvent } from './claim-events.ts'
import type { TryEnd } from './end-tries.ts'
import type { EventHandler, HandlingOptions } from './event-handler.ts'
import { runHandler } from './run-handler.ts'

type AttemptOptions = Required<Pick<HandlingOptions, 'timeoutMs' | 'retryDelaysMs'>> & {
  handle: EventHandler
  aliases?: Aliases
  /** The app must stop: what is under way goes back to the queue. */
  cut: AbortSignal
}

/**
 * What makes one try and says what follows from it:
 *
 * | try                                 | becomes                                                  |
 * | ----------------------------------- | -------------------------------------------------------- |
 * | went well                           | handled                                                  |
 * | failed, or took too long            | retry after the next delay; set-aside if it was the last |
 * | was cut, as the app stops           | given-back: it does not count                            |
 * | the event waits no longer           | void                                                     |
 * | all tries are used up by dead hosts | set-aside                                                |
 */
export function createAttempt(options: AttemptOptions) {
  const { handle, aliases = {}, timeoutMs, retryDelaysMs, cut } = options
  const mostTries = retryDelaysMs.length + 1
  return async ({ job, event }: ClaimedJob): Promise<TryEnd> => {
    if (!event) return { job, kind: 'void' }
    const { tries, superseded, storageKey } = event
    const setAside = (error: string): TryEnd => ({
      ...{ job, kind: 'set-aside', event, error, tries: Math.min(tries, mostTries) },
    })
    if (tries > mostTries) return setAside('InterruptedError')
    const ended = await runHandler(() => readEvent(event, aliases), {
      handle,
      context: { tries, superseded, storageKey },
      // Whoever takes it when its lease ends must not find it still under way.
      timeoutMs: Math.min(timeoutMs, job.expireInSeconds * 500),
      cut,
    })
    if (ended.kind === 'handled') return { job, kind: 'handled', event }
    if (ended.kind === 'cut') return { job, kind: 'given-back', event }
    const afterMs = retryDelaysMs[tries - 1]
    if (afterMs === undefined) return setAside(ended.error)
    return { job, kind: 'retry', event, error: ended.error, afterMs }
  }
}
