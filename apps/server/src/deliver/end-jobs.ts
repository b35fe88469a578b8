import { setTimeout as delay } from 'node:timers/promises'
import { groupRequests, isUnavailable } from '@partner-platform/database'
import type { Clock } from '../clock.ts'
import { isContended } from '../error-code.ts'
import type { PlatformContext } from '../platform-context.ts'
import type { Random } from '../random.ts'
import { deliverQueue, type ServerDatabase } from '../store/open-store.ts'
import type { DeliverJob } from './schedule-jobs.ts'
import { type EndedAttempt, type Settlement, settleAttempts } from './settle-attempts.ts'

/** A job from the queue. Each time the job is taken, `retryCount` differs. */
export type TakenJob = {
  id: string
  retryCount: number
  /** The group whose slot the job occupies. */
  groupId?: string | null
  data: DeliverJob
}

export type Write = (context: PlatformContext) => Promise<unknown>

/** A job ends with an attempt, or with a write that replaces it. */
export type JobEnd = { job: TakenJob } & ({ attempt: EndedAttempt } | { replace: Write | null })

export type EndOptions = {
  database: ServerDatabase
  clock: Clock
  random: Random
  /** How long a taken job belongs to this worker. */
  leaseSeconds: number
  /** Once aborted, failed writes are not retried. */
  cut: AbortSignal
}

/** Most job ends in one transaction. */
const groupSize = 100
/** Pause before retrying a write to an unavailable store. */
const retryMs = 250

type State = Settlement | 'replaced'

/**
 * Records how jobs ended. If the store is unavailable, retries until the lease ends. An attempt that was
 * not recorded is made again.
 */
export function createJobEnds(options: EndOptions) {
  const { clock, cut } = options
  const createLane = (most: number, { waits }: { waits: boolean }) =>
    groupRequests<JobEnd, State>({
      most,
      send: (take) => endJobs(take, { ...options, waits }),
      // One end that cannot be written must not block the others.
      isolates: (error) => !isUnavailable(error) || isContended(error),
    })
  const endTogether = createLane(groupSize, { waits: false })
  const endWaiting = createLane(groupSize, { waits: true })
  const endAlone = createLane(1, { waits: true })

  const persist = async <T>(write: () => Promise<T>): Promise<T> => {
    const untilMs = clock.monotonicMs() + options.leaseSeconds * 1000
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (!isUnavailable(error) || cut.aborted || clock.monotonicMs() >= untilMs) throw error
        await delay(retryMs, undefined, { signal: cut }).catch(() => {})
      }
    }
  }
  return {
    /** Records the end of a job, in one transaction with others that end at the same time. */
    end: (one: JobEnd) =>
      persist(async () => {
        const settled = await endTogether(one)
        return settled === 'endpoint-locked' ? endWaiting(one) : settled
      }),
    /** Uses a transaction per job, one at a time: for jobs that move many rows or wait for a lock. */
    endAlone: (one: JobEnd) => persist(() => endAlone(one)),
  }
}

/** Ends jobs and applies the consequences in one transaction. */
async function endJobs(
  take: () => readonly JobEnd[],
  options: EndOptions & { waits: boolean },
): Promise<State[]> {
  const { database } = options
  return database.transaction(async (tx) => {
    const ends = take()
    const context = { ...options, tx }
    const attempted = ends.flatMap((one) => ('attempt' in one ? one.attempt : []))
    const settled = await settleAttempts(attempted, context)
    for (const one of ends) if ('replace' in one) await one.replace?.(context)
    const states = ends.map((one) => ('attempt' in one && settled.shift()) || 'replaced')
    const jobs = ends
      .filter((_, index) => states[index] !== 'endpoint-locked')
      .map(({ job: { id, retryCount } }) => ({ id, retryCount }))
    if (jobs.length > 0) {
      await database.jobs.complete(deliverQueue, jobs, null, { db: database.within(tx) })
    }
    return states
  })
}
