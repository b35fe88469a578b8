import { createPump, toFetchSize } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import { toFailure } from '../log.ts'
import { channels } from '../store/channels.ts'
import { defaultLeaseSeconds, deliverQueue, type ServerDatabase } from '../store/open-store.ts'
import { flights } from '../store/schema.ts'
import type { TakenJob } from './end-jobs.ts'
import type { DeliverJob } from './schedule-jobs.ts'
import { createJobWork, type JobOptions } from './work-job.ts'

export type WorkerOptions = Pick<
  JobOptions,
  'database' | 'clock' | 'random' | 'logger' | 'send'
> & {
  /** Most attempts in flight in this process. @default 64 */
  slots?: number
  /** Most attempts in flight to one endpoint, across all processes. @default 8 */
  slotsPerEndpoint?: number
  /** How often to look for unannounced jobs. @default 500 */
  pollMs?: number
  /** The lease of the store's jobs. @default 30 */
  leaseSeconds?: number
}

export type Worker = {
  readonly inFlight: number
  /**
   * Takes no more jobs, and resolves when the attempts in flight have ended. Cuts them after the grace
   * time. A cut attempt does not count and is made again.
   */
  stop(graceMs: number): Promise<void>
}

/** Attempts due deliveries until stopped. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, logger, slots = 64, slotsPerEndpoint = 8, pollMs = 500 } = options
  const { leaseSeconds = defaultLeaseSeconds } = options
  if (database.kind === 'embedded') await takeBack(database)
  const cutting = new AbortController()
  const inHand = new Set<TakenJob>()
  const isGroupFull = () =>
    [...Map.groupBy(inHand, ({ groupId }) => groupId)].some(
      ([groupId, jobs]) => typeof groupId === 'string' && jobs.length >= slotsPerEndpoint,
    )
  const work = createJobWork({ ...options, slotsPerEndpoint, leaseSeconds, cut: cutting.signal })
  let wake = () => {}
  // Before the pump starts: if this fails, nothing could stop the pump.
  const unlisten = await database.listen(channels.deliveries, {
    onPayload: () => wake(),
    onLive: () => wake(),
  })
  const pump = createPump<TakenJob>({
    async take(count) {
      // The queue examines only as many jobs as requested. If one endpoint fills them all, it returns as
      // many as that endpoint has slots, and the next take finds the jobs behind them.
      const batchSize = toFetchSize(count)
      const options = { batchSize, groupConcurrency: slotsPerEndpoint }
      const jobs = await database.jobs.fetch<DeliverJob>(deliverQueue, options)
      for (const job of jobs) inHand.add(job)
      return { jobs, isLimited: jobs.length === batchSize || isGroupFull() }
    },
    run: (job) => work(job).finally(() => inHand.delete(job)),
    slots,
    pollMs,
    onError: (error) => logger({ event: 'worker-failure', ...toFailure(error) }),
  })
  wake = pump.wake
  return {
    get inFlight() {
      return pump.inFlight
    },
    async stop(graceMs) {
      const timer = setTimeout(() => cutting.abort(), graceMs)
      await unlisten()
        .finally(pump.stop)
        .finally(() => clearTimeout(timer))
    },
  }
}

/** No other process uses an embedded store, so anything in flight belonged to a process that died. */
async function takeBack(database: ServerDatabase) {
  await database.orm.delete(flights).where(sql`true`)
  await database.releaseJobs(deliverQueue)
}
