import type { Transaction } from '@partner-platform/database'
import { asc, eq } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { isAnyOf } from '../store/record-set.ts'
import { deliveries, endpoints, flights } from '../store/schema.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import {
  fromProgress,
  type StoredDelivery,
  storeProgress,
  toMoment,
  toProgress,
} from './move-deliveries.ts'
import { moveEndpoint } from './move-endpoint.ts'
import type { Attempt } from './post-webhook.ts'
import { advanceDelivery, type DeliveryProgress, isTooEarly } from './retry-machine.ts'
import { scheduleJobs, toAttemptJob } from './schedule-jobs.ts'

export type EndedAttempt = {
  claimed: ClaimedDelivery
  kind: 'scheduled' | 'probe'
  attempt: Attempt
  startedAtMs: number
}

/** The state of a delivery after settling its attempt, or why it was not settled. */
export type Settlement =
  | DeliveryProgress['state']
  /** This worker's lease had ended: the attempt does not count. */
  | 'lost'
  /** Another transaction has locked the endpoint: nothing was written. */
  | 'endpoint-locked'

/**
 * Records how attempts ended and applies the consequences within the transaction. With `waits`, waits for
 * locked endpoints; otherwise skips their attempts, so that one endpoint does not block the others.
 * @see ./retry-machine.ts
 */
export async function settleAttempts(
  ended: readonly EndedAttempt[],
  { waits, ...context }: PlatformContext & { waits: boolean },
): Promise<Settlement[]> {
  const { tx } = context
  const seen = await readDeliveries(ended, tx)
  const concernsEndpoint = ({ claimed, attempt }: EndedAttempt) =>
    attempt.outcome !== 'accepted' || seen.get(claimed.id)?.isAiling === true
  // Always lock endpoints first and in the same order, so that transactions cannot deadlock.
  const urls = await lockEndpoints(ended.filter(concernsEndpoint), { tx, waits })
  const isReady = (one: EndedAttempt) => !concernsEndpoint(one) || urls.has(one.claimed.endpointId)
  const released = await releaseFlights(
    ended.filter(isReady).map(({ claimed }) => claimed.token),
    tx,
  )
  const kept = ended.filter(({ claimed }) => released.has(claimed.token))
  // An answer from an endpoint's old URL says nothing about its new one.
  const isStale = ({ claimed }: EndedAttempt) =>
    urls.has(claimed.endpointId) && urls.get(claimed.endpointId) !== claimed.url
  const told = kept.filter((one) => concernsEndpoint(one) && !isStale(one))
  for (const one of told) await moveEndpoint(one.claimed.endpointId, toEvent(one), context)
  const now = kept.some(concernsEndpoint) ? await readDeliveries(kept, tx) : seen
  const moved = kept.flatMap((ended) => {
    const delivery = now.get(ended.claimed.id)?.delivery
    return move({ ended, delivery, isStale: isStale(ended) }, context) ?? []
  })
  await write(moved, context)
  const states = new Map(moved.map(({ delivery }) => [delivery.id, delivery.state]))
  return ended.map((one) =>
    isReady(one) ? (states.get(one.claimed.id) ?? 'lost') : 'endpoint-locked',
  )
}

/** Locks the endpoints of attempts until the transaction ends. Returns the URL of each by id. */
async function lockEndpoints(
  concerned: readonly EndedAttempt[],
  { tx, waits }: { tx: Transaction; waits: boolean },
): Promise<ReadonlyMap<string, string>> {
  if (concerned.length === 0) return new Map()
  const ids = concerned.map(({ claimed }) => claimed.endpointId)
  const rows = await tx
    .select({ id: endpoints.id, url: endpoints.url })
    .from(endpoints)
    .where(isAnyOf(endpoints.id, ids))
    .orderBy(asc(endpoints.id))
    .for('no key update', waits ? {} : { skipLocked: true })
  return new Map(rows.map(({ id, url }) => [id, url]))
}

type Moved = { ended: EndedAttempt; delivery: StoredDelivery; afterMs: number }

const toEvent = ({ kind, attempt }: EndedAttempt) => {
  const { outcome, status, retryAfterSeconds } = attempt
  return { type: 'attempt-ended', kind, outcome, status, retryAfterSeconds } as const
}

type Move = { ended: EndedAttempt; delivery: StoredDelivery | undefined; isStale: boolean }

function move({ ended, delivery, isStale }: Move, context: PlatformContext): Moved | undefined {
  if (!delivery) return undefined
  const moment = toMoment(context)
  const told = { ...toEvent(ended), attempt: ended.claimed.attempts + 1 }
  // It counts as a failed step, but its status concerns another URL.
  const event = isStale ? { ...told, status: null } : told
  const progress = advanceDelivery(toProgress(delivery), event, moment)
  if (!progress) return undefined
  const { outcome: lastOutcome, status: lastStatus } = ended.attempt
  return {
    ended,
    delivery: { ...delivery, ...fromProgress(progress), lastOutcome, lastStatus },
    // An early delivery is checked every minute, so its job need not be delayed.
    afterMs: isTooEarly(progress, moment) ? 0 : (progress.dueAtMs ?? moment.nowMs) - moment.nowMs,
  }
}

async function write(moved: readonly Moved[], context: PlatformContext): Promise<void> {
  if (moved.length === 0) return
  const made = moved.map(({ ended: { claimed, kind, attempt, startedAtMs } }) => ({
    deliveryId: claimed.id,
    number: claimed.attempts + 1,
    kind,
    startedAt: new Date(startedAtMs),
    durationMs: attempt.durationMs,
    outcome: attempt.outcome,
    status: attempt.status,
  }))
  const progressed = moved.map(({ delivery }) => delivery)
  await storeProgress(progressed, context.tx, made)
  const pending = moved.filter(({ delivery }) => delivery.state === 'pending')
  const jobs = pending.map(({ delivery, afterMs }) => ({ ...toAttemptJob(delivery), afterMs }))
  await scheduleJobs(jobs, context)
}

/** Ends flights. Returns the tokens of those that this worker still owned. */
export async function releaseFlights(
  tokens: string[],
  tx: Transaction,
): Promise<ReadonlySet<string>> {
  if (tokens.length === 0) return new Set()
  const released = await tx
    .delete(flights)
    .where(isAnyOf(flights.token, tokens))
    .returning({ token: flights.token })
  return new Set(released.map(({ token }) => token))
}

async function readDeliveries(ended: readonly EndedAttempt[], tx: Transaction) {
  const ids = ended.map(({ claimed }) => claimed.id)
  if (ids.length === 0) return new Map<string, never>()
  const rows = await tx
    .select({ delivery: deliveries, state: endpoints.state, failures: endpoints.failures })
    .from(deliveries)
    .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
    .where(isAnyOf(deliveries.id, ids))
  return new Map(
    rows.map(({ delivery, state, failures }) => [
      delivery.id,
      { delivery, isAiling: state === 'disabled' || failures > 0 },
    ]),
  )
}
