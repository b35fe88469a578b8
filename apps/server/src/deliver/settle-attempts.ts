import type { Transaction } from '@partner-platform/database'
import { eq, inArray } from 'drizzle-orm'
import type { PlatformContext } from '../platform/platform-context.ts'
import { toMoment } from '../platform/to-moment.ts'
import { attempts, deliveries, endpoints, flights } from '../store/schema.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import { moveEndpoint } from './move-endpoint.ts'
import type { Attempt } from './post-webhook.ts'
import { advanceDelivery, type DeliveryProgress } from './retry-machine.ts'
import { scheduleJobs, toAttemptJob } from './schedule-jobs.ts'
import { fromProgress, type StoredDelivery, storeProgress, toProgress } from './stored-progress.ts'

export type EndedAttempt = {
  claimed: ClaimedDelivery
  kind: 'scheduled' | 'probe'
  attempt: Attempt
  startedAtMs: number
}

/**
 * Writes down how attempts ended and what follows from it, as part of the transaction. Gives, in their
 * order, the state that each delivery is in now; `null` where this worker was away for longer than its
 * lease and someone else has the delivery: then nothing of the attempt counts.
 * @see ./retry-machine.ts
 */
export async function settleAttempts(
  ended: readonly EndedAttempt[],
  context: PlatformContext,
): Promise<(DeliveryProgress['state'] | null)[]> {
  const { tx } = context
  const released = await releaseFlights(
    ended.map(({ claimed }) => claimed.token),
    tx,
  )
  const kept = ended.filter(({ claimed }) => released.has(claimed.token))
  const seen = await readDeliveries(kept, tx)
  // Endpoints before deliveries and in one order, here as everywhere: no two wait for each other.
  const ofEndpoints = kept
    .filter(
      ({ claimed, attempt }) => attempt.outcome !== 'accepted' || seen.get(claimed.id)?.isAiling,
    )
    .sort((one, other) => (one.claimed.endpointId < other.claimed.endpointId ? -1 : 1))
  for (const { claimed, ...one } of ofEndpoints) {
    await moveEndpoint(claimed.endpointId, toEvent(one), context)
  }
  const now = ofEndpoints.length > 0 ? await readDeliveries(kept, tx) : seen
  const moved = kept.flatMap((one) => move(one, now.get(one.claimed.id)?.delivery, context) ?? [])
  await write(moved, context)
  const states = new Map(moved.map(({ delivery }) => [delivery.id, delivery.state]))
  return ended.map(({ claimed }) => states.get(claimed.id) ?? null)
}

type Moved = { ended: EndedAttempt; delivery: StoredDelivery; afterMs: number }

const toEvent = ({ kind, attempt }: Omit<EndedAttempt, 'claimed'>) => {
  const { outcome, status, retryAfterSeconds } = attempt
  return { type: 'attempt-ended', kind, outcome, status, retryAfterSeconds } as const
}

function move(
  ended: EndedAttempt,
  delivery: StoredDelivery | undefined,
  context: PlatformContext,
): Moved | undefined {
  if (!delivery) return undefined
  const moment = toMoment(context)
  const event = { ...toEvent(ended), attempt: ended.claimed.attempts + 1 }
  const { delivery: progress, isIgnored } = advanceDelivery(toProgress(delivery), event, moment)
  if (isIgnored) return undefined
  const { outcome: lastOutcome, status: lastStatus } = ended.attempt
  return {
    ended,
    delivery: { ...delivery, ...fromProgress(progress), lastOutcome, lastStatus },
    afterMs: (progress.dueAtMs ?? moment.nowMs) - moment.nowMs,
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
