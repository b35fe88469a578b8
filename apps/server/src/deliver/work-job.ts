import { type Database, isUnavailable } from '@partner-platform/database'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import type { PlatformContext } from '../platform/platform-context.ts'
import type { Random } from '../random.ts'
import { groupRequests } from '../store/group-requests.ts'
import { deliverQueue } from '../store/open-store.ts'
import { type ClaimedDelivery, createClaim, type WantedDelivery } from './claim-delivery.ts'
import { findHeldDelivery, isProbeDue, postponeProbe } from './move-endpoint.ts'
import { type DeliverJob, scheduleJobs } from './schedule-jobs.ts'
import type { SendWebhook } from './send-webhook.ts'
import { type EndedAttempt, releaseFlights, settleAttempts } from './settle-attempts.ts'

/** A job as the queue gives it; `retryCount` marks this taking of it. */
export type TakenJob = { id: string; retryCount: number; data: DeliverJob }

export type JobOptions = {
  database: Database
  clock: Clock
  random: Random
  logger: Logger
  send: SendWebhook
  /** How long a delivery that is taken is nobody else's. */
  leaseSeconds: number
  /** Cuts the attempts in flight: they do not count, and are made anew by whoever comes next. */
  cut: AbortSignal
}

/**
 * How long a delivery waits for the one before it to the same endpoint and submission: half as long as
 * that has been in flight, within bounds. What a dead worker had in its hands is in flight for a lease.
 */
const leastBusyMs = 250
const mostBusyMs = 2_000
/** Ends of jobs that share a transaction. */
const groupSize = 100

type Write = (context: PlatformContext) => Promise<void>

/** How a job ends: with an attempt, or with what takes its place, if anything does. */
type JobEnd = { job: TakenJob } & ({ attempt: EndedAttempt } | { replace: Write | null })

/**
 * What works one job off: takes the delivery, sends it, and writes down how it went together with the
 * end of the job. Where the process dies in between, the job comes back when its lease ends. Jobs that
 * end together share a transaction.
 */
export function createJobWork(options: JobOptions): (job: TakenJob) => Promise<void> {
  const claim = createClaim(options.database, options)
  const end = groupRequests<JobEnd, State>({
    most: groupSize,
    send: (ends) => endJobs(ends, options),
    // One that cannot be written does not keep the others.
    isolates: (error) => !isUnavailable(error),
  })
  const attempt = async (job: TakenJob, claimed: ClaimedDelivery) => {
    const startedAtMs = options.clock.wallMs()
    const kind = job.data.kind === 'probe' ? 'probe' : 'scheduled'
    const made = await options.send(claimed, options.cut)
    if (options.cut.aborted && made.outcome === 'timed-out') return abandon(job, claimed)
    const ended = { claimed, kind, attempt: made, startedAtMs } as const
    const state = await end({ job, attempt: ended })
    options.logger({ event: 'attempt', ...toEntry(ended), state: state ?? 'lost' })
  }
  const abandon = async (job: TakenJob, claimed: ClaimedDelivery) => {
    const replace: Write = async (context) => {
      await releaseFlights([claimed.token], context.tx)
      await scheduleJobs([job.data], context)
    }
    await end({ job, replace })
  }
  return async (job) => {
    const wanted = await toWanted(job.data, options.database)
    if ('nothingHeld' in wanted) {
      await end({ job, replace: (context) => postponeProbe(wanted.nothingHeld, context) })
      return
    }
    const claimed = 'isVoid' in wanted ? ({ kind: 'void' } as const) : await claim(wanted)
    if (claimed.kind === 'claimed') return attempt(job, claimed.delivery)
    if (claimed.kind === 'void') return void (await end({ job, replace: null }))
    const afterMs = Math.min(Math.max(claimed.forMs / 2, leastBusyMs), mostBusyMs)
    await end({ job, replace: (context) => scheduleJobs([{ ...job.data, afterMs }], context) })
  }
}

type ProbeJob = Extract<DeliverJob, { kind: 'probe' }>

/** The delivery that a job means, and how it must stand for the job to be good. */
async function toWanted(
  job: DeliverJob,
  { orm }: Database,
): Promise<WantedDelivery | { isVoid: true } | { nothingHeld: ProbeJob }> {
  if (job.kind === 'attempt') {
    return { deliveryId: job.deliveryId, attempts: job.attempts, state: 'pending' }
  }
  if (!(await isProbeDue(job, orm))) return { isVoid: true }
  const held = await findHeldDelivery(job.endpointId, orm)
  if (!held) return { nothingHeld: job }
  return { deliveryId: held.id, attempts: held.attempts, state: 'held' }
}

type State = Awaited<ReturnType<typeof settleAttempts>>[number]

/** Ends jobs, each with what follows from it, in one transaction. */
async function endJobs(ends: readonly JobEnd[], options: JobOptions): Promise<State[]> {
  const { database } = options
  return database.transaction(async (tx) => {
    const context = { ...options, tx }
    const attempted = ends.flatMap((one) => ('attempt' in one ? one.attempt : []))
    const settled = await settleAttempts(attempted, context)
    for (const one of ends) if ('replace' in one) await one.replace?.(context)
    const jobs = ends.map(({ job: { id, retryCount } }) => ({ id, retryCount }))
    await database.jobs.complete(deliverQueue, jobs, null, { db: database.within(tx) })
    return ends.map((one) => ('attempt' in one ? (settled.shift() ?? null) : null))
  })
}

const toEntry = ({ claimed, kind, attempt: { outcome, status, durationMs } }: EndedAttempt) => ({
  ...{ deliveryId: claimed.id, endpointId: claimed.endpointId, attempt: claimed.attempts + 1 },
  ...{ kind, outcome, status, durationMs },
})
