import type { Logger } from '../log.ts'
import { type ClaimedDelivery, createClaim, type WantedDelivery } from './claim-delivery.ts'
import { createJobEnds, type EndOptions, type TakenJob, type Write } from './end-jobs.ts'
import { giveUpExpired } from './move-deliveries.ts'
import { findHeldDelivery, followEndpoint, isProbeDue, postponeProbe } from './move-endpoint.ts'
import { replayBatch } from './replay-batch.ts'
import { isExpired, isTooEarly } from './retry-machine.ts'
import { type DeliverJob, scheduleJobs } from './schedule-jobs.ts'
import type { SendWebhook } from './send-webhook.ts'
import { type EndedAttempt, releaseFlights } from './settle-attempts.ts'

/** `cut` also ends the attempts in flight. They do not count and are made again. */
export type JobOptions = EndOptions & {
  logger: Logger
  send: SendWebhook
  /** Most attempts in flight to one endpoint, across all processes. */
  slotsPerEndpoint: number
}

/**
 * A delivery waits for an earlier one to the same endpoint and submission: half the time that the earlier
 * one has been in flight, within these bounds. The minimum is about the length of an attempt, to keep the
 * 99th percentile low. A dead worker's flight lasts until its lease ends.
 */
const leastBusyMs = 25
const mostBusyMs = 2_000
/** How often to check an early delivery: the clock may be corrected. */
const mostEarlyMs = 60_000

/**
 * Runs one job: claims the delivery, sends it, and records the outcome together with the end of the job.
 * If the process dies in between, the job runs again after its lease ends.
 */
export function createJobWork(options: JobOptions): (job: TakenJob) => Promise<void> {
  const { clock, logger, cut, database } = options
  const claim = createClaim(database, options)
  const { end, endAlone } = createJobEnds(options)
  /** Queues the job again. */
  const again =
    (job: TakenJob, afterMs = 0): Write =>
    (context) =>
      scheduleJobs([{ ...job.data, afterMs }], context)
  /** Ends the job without an attempt, and runs `next` instead. */
  const letGo = (job: TakenJob, claimed: ClaimedDelivery, next: Write) =>
    end({
      job,
      async replace(context) {
        await releaseFlights([claimed.token], context.tx)
        await next(context)
      },
    })
  const attempt = async (job: TakenJob, claimed: ClaimedDelivery) => {
    const startedAtMs = clock.wallMs()
    const kind = job.data.kind === 'probe' ? 'probe' : 'scheduled'
    const made = await options.send(claimed, cut)
    if (cut.aborted && made.outcome === 'timed-out') return letGo(job, claimed, again(job))
    const ended = { claimed, kind, attempt: made, startedAtMs } as const
    const state = await end({ job, attempt: ended })
    logger({ event: 'attempt', ...toEntry(ended), state })
  }
  const putOff = async (job: TakenJob, claimed: ClaimedDelivery, { nowMs }: { nowMs: number }) => {
    const { id: deliveryId, endpointId, opensAtMs } = claimed
    const earlyMs = opensAtMs - nowMs
    await letGo(job, claimed, again(job, Math.min(earlyMs, mostEarlyMs)))
    logger({ event: 'too-early', deliveryId, endpointId, waitSeconds: earlyMs / 1000 })
  }
  const giveUp = (job: TakenJob, claimed: ClaimedDelivery) =>
    letGo(job, claimed, async (context) => {
      await giveUpExpired(context, claimed.id)
      // Probe with the next held delivery.
      if (job.data.kind === 'probe') await again(job)(context)
    })
  const deliver = async (job: TakenJob, wanted: WantedDelivery): Promise<unknown> => {
    const claimed = await claim(wanted)
    if (claimed.kind === 'busy') {
      const afterMs = Math.min(Math.max(claimed.forMs / 2, leastBusyMs), mostBusyMs)
      return end({ job, replace: again(job, afterMs) })
    }
    if (claimed.kind === 'void') {
      // The held delivery may have ended in the meantime: probe with the next one.
      return end({ job, replace: job.data.kind === 'probe' ? again(job) : null })
    }
    const { delivery } = claimed
    const now = { nowMs: clock.wallMs() }
    if (isTooEarly(delivery, now)) return putOff(job, delivery, now)
    return isExpired(delivery, now) ? giveUp(job, delivery) : attempt(job, delivery)
  }
  const probe = async (job: TakenJob, due: ProbeJob): Promise<unknown> => {
    const { orm } = database
    if (!(await isProbeDue(due, orm))) return end({ job, replace: null })
    const held = await findHeldDelivery(due.endpointId, { tx: orm, clock })
    if (held) return deliver(job, { deliveryId: held.id, attempts: held.attempts, state: 'held' })
    return endAlone({ job, replace: (context) => postponeProbe(due, context) })
  }
  const work = (job: TakenJob): Promise<unknown> => {
    const { data } = job
    switch (data.kind) {
      case 'attempt':
        return deliver(job, { ...data, state: 'pending' })
      case 'probe':
        return probe(job, data)
      case 'follow':
        return endAlone({ job, replace: (context) => followEndpoint(data.endpointId, context) })
      case 'replay':
        return endAlone({ job, replace: (context) => replayBatch(data, context) })
    }
  }
  return async (job) => void (await work(job))
}

type ProbeJob = Extract<DeliverJob, { kind: 'probe' }>

const toEntry = ({ claimed, kind, attempt: { outcome, status, durationMs } }: EndedAttempt) => ({
  deliveryId: claimed.id,
  endpointId: claimed.endpointId,
  attempt: claimed.attempts + 1,
  kind,
  outcome,
  status,
  durationMs,
})
