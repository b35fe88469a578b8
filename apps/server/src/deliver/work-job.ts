import { and, eq } from 'drizzle-orm'
import type { Logger } from '../log.ts'
import type { PlatformContext } from '../platform-context.ts'
import { deliveries } from '../store/schema.ts'
import { type ClaimedDelivery, createClaim, type WantedDelivery } from './claim-delivery.ts'
import { createJobEnds, type EndOptions, type TakenJob, type Write } from './end-jobs.ts'
import { expired, hasExpired, moveDeliveries } from './move-deliveries.ts'
import { findHeldDelivery, followEndpoint, isProbeDue, postponeProbe } from './move-endpoint.ts'
import { replayBatch } from './replay-batch.ts'
import { isExpired, isTooEarly } from './retry-machine.ts'
import { type DeliverJob, scheduleJobs } from './schedule-jobs.ts'
import type { SendWebhook } from './send-webhook.ts'
import { type EndedAttempt, releaseFlights } from './settle-attempts.ts'

/** `cut` ends the attempts in flight too: they do not count, and are made anew by whoever comes next. */
export type JobOptions = EndOptions & {
  logger: Logger
  send: SendWebhook
  /** Attempts in flight to one endpoint, over all processes. */
  slotsPerEndpoint: number
}

/**
 * How long a delivery waits for the one before it to the same endpoint and submission: half as long as
 * that has been in flight, within bounds. The least is about what an attempt takes: were it much more,
 * the slowest hundredth of all deliveries would be those that met another one. What a dead worker had in
 * its hands is in flight for a lease.
 */
const leastBusyMs = 25
const mostBusyMs = 2_000
/** Longest wait before a delivery that is too early is checked again: the clock may be corrected meanwhile. */
const mostEarlyMs = 60_000

/**
 * What works one job off: takes the delivery, sends it, and writes down how it went together with the
 * end of the job. Where the process dies in between, the job comes back when its lease ends. Jobs that
 * end together share a transaction.
 */
export function createJobWork(options: JobOptions): (job: TakenJob) => Promise<void> {
  const claim = createClaim(options.database, options)
  const { end, endAlone } = createJobEnds(options)
  const attempt = async (job: TakenJob, claimed: ClaimedDelivery) => {
    const startedAtMs = options.clock.wallMs()
    const kind = job.data.kind === 'probe' ? 'probe' : 'scheduled'
    const made = await options.send(claimed, options.cut)
    if (options.cut.aborted && made.outcome === 'timed-out') {
      return void (await letGo(job, claimed, (context) => scheduleJobs([job.data], context)))
    }
    const ended = { claimed, kind, attempt: made, startedAtMs } as const
    const state = await end({ job, attempt: ended })
    options.logger({ event: 'attempt', ...toEntry(ended), state })
  }
  /** Ends the job without an attempt, and does what follows instead. */
  const letGo = (job: TakenJob, claimed: ClaimedDelivery, next: Write) =>
    end({
      job,
      async replace(context) {
        await releaseFlights([claimed.token], context.tx)
        await next(context)
      },
    })
  const putOff = async (job: TakenJob, claimed: ClaimedDelivery, { nowMs }: { nowMs: number }) => {
    const earlyMs = claimed.opensAtMs - nowMs
    const later = { ...job.data, afterMs: Math.min(earlyMs, mostEarlyMs) }
    await letGo(job, claimed, (context) => scheduleJobs([later], context))
    const { id: deliveryId, endpointId } = claimed
    options.logger({ event: 'too-early', deliveryId, endpointId, waitSeconds: earlyMs / 1000 })
  }
  const giveUp = (job: TakenJob, claimed: ClaimedDelivery) =>
    letGo(job, claimed, async (context) => {
      const matching = and(eq(deliveries.id, claimed.id), hasExpired(context))
      await moveDeliveries({ matching, toEvent: () => expired }, context)
      // The next held delivery becomes the probe.
      if (job.data.kind === 'probe') await scheduleJobs([job.data], context)
    })
  const deliver = async (job: TakenJob, wanted: WantedDelivery) => {
    const claimed = await claim(wanted)
    if (claimed.kind === 'claimed') {
      const { delivery } = claimed
      const now = { nowMs: options.clock.wallMs() }
      if (isTooEarly(delivery, now)) return putOff(job, delivery, now)
      if (isExpired(delivery, now)) return void (await giveUp(job, delivery))
      return attempt(job, delivery)
    }
    if (claimed.kind === 'void') {
      // The event of a probe may have been delivered meanwhile: probe with the next held event.
      const isProbe = job.data.kind === 'probe'
      const replace = (context: PlatformContext) => scheduleJobs([job.data], context)
      return void (await end({ job, replace: isProbe ? replace : null }))
    }
    const afterMs = Math.min(Math.max(claimed.forMs / 2, leastBusyMs), mostBusyMs)
    await end({ job, replace: (context) => scheduleJobs([{ ...job.data, afterMs }], context) })
  }
  const probe = async (job: TakenJob, due: ProbeJob) => {
    const { orm } = options.database
    if (!(await isProbeDue(due, orm))) return void (await end({ job, replace: null }))
    const held = await findHeldDelivery(due.endpointId, { tx: orm, clock: options.clock })
    if (held) return deliver(job, { deliveryId: held.id, attempts: held.attempts, state: 'held' })
    await endAlone({ job, replace: (context) => postponeProbe(due, context) })
  }
  return async (job) => {
    const { data } = job
    switch (data.kind) {
      case 'attempt':
        return deliver(job, { ...data, state: 'pending' })
      case 'probe':
        return probe(job, data)
      case 'follow':
        await endAlone({ job, replace: (context) => followEndpoint(data.endpointId, context) })
        return
      case 'replay':
        await endAlone({ job, replace: (context) => replayBatch(data, context) })
        return
    }
  }
}

type ProbeJob = Extract<DeliverJob, { kind: 'probe' }>

const toEntry = ({ claimed, kind, attempt: { outcome, status, durationMs } }: EndedAttempt) => ({
  ...{ deliveryId: claimed.id, endpointId: claimed.endpointId, attempt: claimed.attempts + 1 },
  ...{ kind, outcome, status, durationMs },
})
