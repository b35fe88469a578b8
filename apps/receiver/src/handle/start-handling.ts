import { setTimeout as delay } from 'node:timers/promises'
import { createPump, type Database, groupRequests, isUnavailable } from '@partner-platform/database'
import type { Aliases } from '@partner-platform/webhooks'
import { type Logger, nameOfError } from '../log.ts'
import { handleQueue, suspectQueue } from '../store/open-store.ts'
import { channels } from '../store/queue-events.ts'
import { type ClaimedJob, createTaker } from './claim-events.ts'
import { endTries, type TryEnd } from './end-tries.ts'
import { type EventHandler, type HandlingOptions, handlingDefaults } from './event-handler.ts'
import { createAttempt } from './try-event.ts'

export type StartHandlingOptions = HandlingOptions & {
  handle: EventHandler
  aliases?: Aliases
  logger: Logger
}

export type Handling = {
  /**
   * Takes nothing more, and resolves when the tries under way have ended. Those that have not after the
   * grace time are cut and do not count: their events go back to the queue.
   */
  stop(graceMs: number): Promise<void>
}

/** Ends of tries that share a transaction. */
const groupSize = 100

/**
 * Gives the events that wait to their handler, until it is stopped. An event is handled at least once:
 * where the process dies before it is written down that it was, its lease ends and it is handled again.
 */
export async function startHandling(
  database: Database,
  options: StartHandlingOptions,
): Promise<Handling> {
  const { logger, slots, pollMs } = { ...handlingDefaults, ...options }
  // Of an embedded store no other process works: what is under way was in a process that died.
  if (database.kind === 'embedded') {
    for (const queue of [handleQueue, suspectQueue]) await database.releaseJobs(queue)
  }
  const cutting = new AbortController()
  const attempt = createAttempt({ ...handlingDefaults, ...options, cut: cutting.signal })
  const end = groupRequests<TryEnd, boolean>({
    send: (ends) => endTries(ends, database),
    most: groupSize,
    isolates: (error) => !isUnavailable(error),
  })
  /** Tries again while the store is unavailable: what went well would otherwise be handled twice. */
  const endBefore = async (leaseEndMs: number, next: TryEnd): Promise<boolean> => {
    for (;;) {
      try {
        return await end(next)
      } catch (error) {
        const isOver = performance.now() > leaseEndMs || cutting.signal.aborted
        if (isOver || !isUnavailable(error)) throw error
        await delay(pollMs, undefined, { signal: cutting.signal }).catch(() => {})
      }
    }
  }
  let wake = () => {}
  const unlisten = await database.listen(channels.jobs, {
    onPayload: () => wake(),
    onLive: () => wake(),
  })
  const taker = createTaker(database, { slots, pollMs })
  const run = async (claimed: ClaimedJob) => {
    const leaseEndMs = performance.now() + claimed.job.expireInSeconds * 1_000
    const next = await attempt(claimed)
    const isNoted = await endBefore(leaseEndMs, next)
    if (next.kind !== 'void') logger(toEntry(next, isNoted))
  }
  const pump = createPump<ClaimedJob>({
    take: taker.take,
    run: (claimed) => run(claimed).finally(() => taker.ended(claimed)),
    slots,
    pollMs,
    onError: (error) => logger({ event: 'failure', code: 'handling', error: nameOfError(error) }),
  })
  wake = pump.wake
  return {
    async stop(graceMs) {
      const timer = setTimeout(() => cutting.abort(), graceMs)
      await unlisten()
      await pump.stop().finally(() => clearTimeout(timer))
    },
  }
}

function toEntry(end: Exclude<TryEnd, { kind: 'void' }>, isNoted: boolean) {
  const { storageKey, tries } = end.event
  const error = 'error' in end ? end.error : null
  const outcome = isNoted ? end.kind : 'lost'
  return { event: 'handled', outcome, storageKey, tries, error } as const
}
