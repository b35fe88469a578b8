import type { Transaction } from '@partner-platform/database'
import { asc, eq, inArray } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { attempts, deliveries, endpoints, flights } from '../store/schema.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import { moveEndpoint } from './move-endpoint.ts'
import type { Attempt } from './post-webhook.ts'
import { advanceDelivery, type DeliveryProgress, isTooEarly } from './retry-machine.ts'
import { scheduleJobs, toAttemptJob } from './schedule-jobs.ts'
import {
  fromProgress,
  type StoredDelivery,
  storeProgress,
  toMoment,
  toProgress,
} from './stored-progress.ts'

export type EndedAttempt = {
  claimed: ClaimedDelivery
  kind: 'scheduled' | 'probe'
  attempt: Attempt
  startedAtMs: number
}

/** Where a delivery stands once its attempt is settled, or why it is not. */
export type Settlement =
  | DeliveryProgress['state']
  /** This worker was away for longer than its lease: nothing of the attempt counts. */
  | 'lost'
  /** Somebody else has the endpoint at the moment: nothing is written. */
  | 'endpoint-locked'

/**
 * Writes down how attempts ended and what follows from it, as part of the transaction. With `waits` it
 * waits for endpoints that somebody else has locked; without, it leaves their attempts alone, so that
 * one endpoint does not hold up what was sent to others.
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
  // Endpoints before all else and in one order, here as everywhere: no two wait for each other.
  const urls = await lockEndpoints(ended.filter(concernsEndpoint), { tx, waits })
  const isReady = (one: EndedAttempt) => !concernsEndpoint(one) || urls.has(one.claimed.endpointId)
  const released = await releaseFlights(
    ended.filter(isReady).map(({ claimed }) => claimed.token),
    tx,
  )
  const kept = ended.filter(({ claimed }) => released.has(claimed.token))
  // An answer of the URL that the endpoint had before says nothing of the one that it has.
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

/** The endpoints of attempts, kept from other changes until the transaction ends: their URLs, by id. */
async function lockEndpoints(
  concerned: readonly EndedAttempt[],
  { tx, waits }: { tx: Transaction; waits: boolean },
): Promise<ReadonlyMap<string, string>> {
  if (concerned.length === 0) return new Map()
  const rows = await tx
    .select({ id: endpoints.id, url: endpoints.url })
    .from(endpoints)
    .where(inArray(endpoints.id, [...new Set(concerned.map(({ claimed }) => claimed.endpointId))]))
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
  // A step like any other: what the status asks for, it asks for another URL.
  const event = isStale ? { ...told, status: null } : told
  const { delivery: progress, isIgnored } = advanceDelivery(toProgress(delivery), event, moment)
  if (isIgnored) return undefined
  const { outcome: lastOutcome, status: lastStatus } = ended.attempt
  return {
    ended,
    delivery: { ...delivery, ...fromProgress(progress), lastOutcome, lastStatus },
    // A delivery that is too early is checked every minute, so its job need not wait for a clock.
    afterMs: isTooEarly(progress, moment) ? 0 : (progress.dueAtMs ?? moment.nowMs) - moment.nowMs,
  }
}

async function write(moved: readonly Moved[], context: PlatformContext): Promise<void> {
  if (moved.length === 0) return
  await context.tx.insert(attempts).values(
    moved.map(({ ended: { claimed, kind, attempt, startedAtMs } }) => ({
      ...{ deliveryId: claimed.id, number: claimed.attempts + 1, kind },
      ...{ startedAt: new Date(startedAtMs), durationMs: attempt.durationMs },
      ...{ outcome: attempt.outcome, status: attempt.status },
    })),
  )
  await storeProgress(
    moved.map(({ delivery }) => delivery),
    context.tx,
  )
  const pending = moved.filter(({ delivery }) => delivery.state === 'pending')
  const jobs = pending.map(({ delivery, afterMs }) => ({ ...toAttemptJob(delivery), afterMs }))
  await scheduleJobs(jobs, context)
}

/** Ends flights; gives the tokens of those that were still this worker's. */
export async function releaseFlights(
  tokens: string[],
  tx: Transaction,
): Promise<ReadonlySet<string>> {
  if (tokens.length === 0) return new Set()
  const released = await tx
    .delete(flights)
    .where(inArray(flights.token, tokens))
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
    .where(inArray(deliveries.id, ids))
  return new Map(
    rows.map(({ delivery, state, failures }) => [
      delivery.id,
      { delivery, isAiling: state === 'disabled' || failures > 0 },
    ]),
  )
}
