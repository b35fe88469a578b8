import { createPump } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import { type Logger, toFailure } from '../log.ts'
import type { Random } from '../random.ts'
import { channels } from '../store/channels.ts'
import { defaultLeaseSeconds, deliverQueue, type ServerDatabase } from '../store/open-store.ts'
import { flights } from '../store/schema.ts'
import type { TakenJob } from './end-jobs.ts'
import type { DeliverJob } from './schedule-jobs.ts'
import type { SendWebhook } from './send-webhook.ts'
import { createJobWork } from './work-job.ts'

export type WorkerOptions = {
  database: ServerDatabase
  clock: Clock
  logger: Logger
  send: SendWebhook
  random: Random
  /** Attempts in flight in this process. @default 64 */
  slots?: number
  /** Attempts in flight to one endpoint, over all processes. @default 8 */
  slotsPerEndpoint?: number
  /** How often to look for jobs that no notification announced. @default 500 */
  pollMs?: number
  /** The lease of the store's jobs. @default 30 */
  leaseSeconds?: number
}

export type Worker = {
  readonly inFlight: number
  /**
   * Takes no more jobs, and resolves when the attempts in flight have ended. After the grace time it
   * cuts them: a cut attempt does not count and is made again.
   */
  stop(graceMs: number): Promise<void>
}

/** Attempts due deliveries until it is stopped. */
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
  const pump = createPump<TakenJob>({
    async take(count) {
      // The queue looks only at as many jobs as it is asked for. If those of one endpoint fill them all,
      // it gives as many as that endpoint has slots, and the next take finds the jobs behind them.
      const options = { batchSize: count, groupConcurrency: slotsPerEndpoint }
      const jobs = await database.jobs.fetch<DeliverJob>(deliverQueue, options)
      for (const job of jobs) inHand.add(job)
      return { jobs, isLimited: jobs.length === count || isGroupFull() }
    },
    run: (job) => work(job).finally(() => inHand.delete(job)),
    slots,
    pollMs,
    onError: (error) => logger({ event: 'worker-failure', ...toFailure(error) }),
  })
  const unlisten = await database.listen(channels.deliveries, {
    onPayload: () => pump.wake(),
    onLive: () => pump.wake(),
  })
  return {
    get inFlight() {
      return pump.inFlight
    },
    async stop(graceMs) {
      const timer = setTimeout(() => cutting.abort(), graceMs)
      await unlisten()
      await pump.stop().finally(() => clearTimeout(timer))
    },
  }
}

/** No other process uses an embedded store: whatever is in flight belonged to a process that died. */
async function takeBack(database: ServerDatabase) {
  await database.orm.delete(flights).where(sql`true`)
  await database.releaseJobs(deliverQueue)
}
