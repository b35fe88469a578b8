import type { Orm } from '@partner-platform/database'
import { constants } from '@partner-platform/types'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { deliveries, type EndpointState, endpoints } from '../store/schema.ts'
import {
  advanceHealth,
  type EndpointHealth,
  type HealthEvent,
  type HealthMove,
} from './endpoint-health.ts'
import { moveDeliveries, toBatchSize, toDate } from './move-deliveries.ts'
import { scheduleJobs } from './schedule-jobs.ts'

export type StoredEndpoint = typeof endpoints.$inferSelect

/**
 * Applies an event to an endpoint, its probe and a batch of its deliveries within the transaction. A job
 * moves the remaining deliveries. Returns `null` if the endpoint does not exist.
 * @see ./endpoint-health.ts
 */
export async function moveEndpoint(
  endpointId: string,
  event: HealthEvent,
  context: PlatformContext,
): Promise<HealthMove | null> {
  const { tx, clock } = context
  const nowMs = clock.wallMs()
  const row = await lockEndpoint(endpointId, tx)
  if (!row) return null
  const before = toHealth(row)
  const move = advanceHealth(before, event, { nowMs })
  if (move.health === before) return move
  const { health, effect } = move
  const disabledAt = health.state === 'disabled' ? (row.disabledAt ?? new Date(nowMs)) : null
  await tx
    .update(endpoints)
    .set({ ...toColumns(health), disabledAt })
    .where(eq(endpoints.id, endpointId))
  if (effect !== null) await follow({ endpointId, state: health.state }, context)
  const { probeAtMs } = health
  // A failed probe needs a new job, even if a clock that was set back gives the same time again.
  const isProbe = event.type === 'attempt-ended' && event.kind === 'probe'
  if (probeAtMs !== null && (isProbe || probeAtMs !== before.probeAtMs)) {
    await scheduleProbe({ endpointId, probeAtMs }, context)
  }
  return move
}

/** Locks the endpoint until the transaction ends. Always lock an endpoint before its deliveries. */
export async function lockEndpoint(id: string, tx: Orm): Promise<StoredEndpoint | undefined> {
  const [found] = await tx.select().from(endpoints).where(eq(endpoints.id, id)).for('no key update')
  return found
}

/** Holds or sends a batch of an endpoint's deliveries, depending on its current state. */
export async function followEndpoint(endpointId: string, context: PlatformContext): Promise<void> {
  const [row] = await context.tx
    .select({ state: endpoints.state })
    .from(endpoints)
    .where(eq(endpoints.id, endpointId))
    .for('share')
  if (row) await follow({ endpointId, state: row.state }, context)
}

/** Moves one batch and schedules a job for the rest. */
async function follow(
  { endpointId, state }: { endpointId: string; state: EndpointState },
  context: PlatformContext,
): Promise<void> {
  const [from, type] =
    state === 'disabled'
      ? (['pending', 'endpoint-disabled'] as const)
      : (['held', 'endpoint-enabled'] as const)
  const matching = and(eq(deliveries.endpointId, endpointId), eq(deliveries.state, from))
  const moved = await moveDeliveries({ matching, toEvent: () => ({ type }) }, context)
  if (moved < toBatchSize(context)) return
  await scheduleJobs([{ kind: 'follow', endpointId }], context)
  await announce(context.tx, 'deliveries')
}

type DueProbe = { endpointId: string; probeAtMs: number }

async function scheduleProbe({ endpointId, probeAtMs }: DueProbe, context: PlatformContext) {
  const afterMs = probeAtMs - context.clock.wallMs()
  await scheduleJobs([{ kind: 'probe', endpointId, probeAtMs, afterMs }], context)
}

/** Whether the endpoint is still disabled and this is still its next probe. */
export async function isProbeDue(
  { endpointId, probeAtMs }: DueProbe,
  tx: PlatformContext['tx'],
): Promise<boolean> {
  const [row] = await tx
    .select({ probeAt: endpoints.probeAt })
    .from(endpoints)
    .where(eq(endpoints.id, endpointId))
  return row?.probeAt?.getTime() === probeAtMs
}

/** Postpones the probe of an endpoint without held deliveries, unless another probe replaced it. */
export async function postponeProbe(due: DueProbe, context: PlatformContext): Promise<void> {
  const { endpointId } = due
  const probeAtMs = context.clock.wallMs() + constants.probeIntervalSeconds * 1000
  const postponed = await context.tx
    .update(endpoints)
    .set({ probeAt: new Date(probeAtMs) })
    .where(and(eq(endpoints.id, endpointId), eq(endpoints.probeAt, new Date(due.probeAtMs))))
    .returning({ id: endpoints.id })
  if (postponed.length > 0) await scheduleProbe({ endpointId, probeAtMs }, context)
}

/** The held delivery that a probe sends: the oldest, preferably one that may already be sent. */
export async function findHeldDelivery(
  endpointId: string,
  { tx, clock }: Pick<PlatformContext, 'tx' | 'clock'>,
): Promise<{ id: string; attempts: number } | undefined> {
  const [oldest] = await tx
    .select({ id: deliveries.id, attempts: deliveries.attempts })
    .from(deliveries)
    .where(and(eq(deliveries.endpointId, endpointId), eq(deliveries.state, 'held')))
    .orderBy(
      gt(deliveries.opensAt, new Date(clock.wallMs())),
      asc(deliveries.createdAt),
      asc(deliveries.id),
    )
    .limit(1)
  return oldest
}

const toHealth = (row: StoredEndpoint): EndpointHealth => ({
  state: row.state,
  disabledReason: row.disabledReason,
  failingSinceMs: row.failingSince?.getTime() ?? null,
  failures: row.failures,
  probeAtMs: row.probeAt?.getTime() ?? null,
})

const toColumns = ({ failingSinceMs, probeAtMs, ...health }: EndpointHealth) => ({
  ...health,
  failingSince: toDate(failingSinceMs),
  probeAt: toDate(probeAtMs),
})
