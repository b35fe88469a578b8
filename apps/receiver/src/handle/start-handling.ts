import { setTimeout as delay } from 'node:timers/promises'
import { createPump, type Database, groupRequests, isUnavailable } from '@partner-platform/database'
import { type Logger, nameOfError } from '../log.ts'
import { channels, handleQueue, suspectQueue } from '../store/open-store.ts'
import { type ClaimedJob, createTaker, endTries, type TryEnd } from './claims.ts'
import { type EventHandler, type HandlingOptions, handlingDefaults } from './event-handler.ts'
import { createTryEvent } from './try-event.ts'

export type StartHandlingOptions = HandlingOptions & { handle: EventHandler; logger: Logger }

export type Handling = Awaited<ReturnType<typeof startHandling>>

/** Results per transaction. */
const groupSize = 100

/**
 * Passes waiting events to their handler until it is stopped. Each event is handled at least once: if the
 * process dies before it stores the result, the lease ends and the event is handled again.
 */
export async function startHandling(database: Database, options: StartHandlingOptions) {
  const { logger, slots, pollMs } = { ...handlingDefaults, ...options }
  // An embedded store has one process, so a job that is active belonged to a process that died.
  if (database.kind === 'embedded') {
    for (const queue of [handleQueue, suspectQueue]) await database.releaseJobs(queue)
  }
  const cutting = new AbortController()
  const tryEvent = createTryEvent({ ...handlingDefaults, ...options, cut: cutting.signal })
  const end = groupRequests<TryEnd, boolean>({
    send: (take) => endTries(take, database),
    most: groupSize,
    isolates: (error) => !isUnavailable(error),
  })
  /** Retries while the store is unavailable; otherwise a handled event would be handled twice. */
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
    const next = await tryEvent(claimed)
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
    /**
     * Takes no more events, and resolves when the current tries have ended. Tries that are still running after
     * the grace time are cut and do not count; their events return to the queue.
     */
    async stop(graceMs: number): Promise<void> {
      const timer = setTimeout(() => cutting.abort(), graceMs)
      await unlisten()
        .finally(pump.stop)
        .finally(() => clearTimeout(timer))
    },
  }
}

function toEntry(end: Exclude<TryEnd, { kind: 'void' }>, isNoted: boolean) {
  const { storageKey, tries, lastError } = end.event
  const error = end.kind === 'given-back' ? null : lastError
  const outcome = isNoted ? end.kind : 'lost'
  return { event: 'handled', outcome, storageKey, tries, error } as const
}
