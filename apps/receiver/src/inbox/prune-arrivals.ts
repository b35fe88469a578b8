import type { Database } from '@partner-platform/database'
import { and, desc, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { arrivals, events } from '../store/schema.ts'
import type { InboxBounds } from './bounds.ts'
import { forgetEvents } from './forget-events.ts'

type PrunerOptions = { bounds: InboxBounds; onError(error: unknown): void }

export type Pruner = {
  /** Call when something arrives, with the time of our clock. */
  count(receivedAtMs: number): void
  /** Resolves when nothing is being removed any more. */
  stop(): Promise<void>
}

/** Arrivals after which the oldest are looked for, as a part of the bound. */
const share = 0.05

/** Keeps the arrivals of events at or a little above their bound, and deletes old events. */
export function createPruner(database: Database, { bounds, onError }: PrunerOptions): Pruner {
  const every = Math.max(1, Math.floor(bounds.arrivals * share))
  // The first arrival after a start stands for all earlier ones.
  let counted = every - 1
  let newestMs = 0
  let underWay: Promise<void> | undefined
  async function prune() {
    // Arrivals during a round may call for another one.
    while (counted >= every) {
      counted = 0
      await forgetEvents(database, newestMs)
        .then(() => pruneArrivals(database, bounds.arrivals))
        .catch(onError)
    }
    underWay = undefined
  }
  return {
    count(receivedAtMs) {
      counted += 1
      newestMs = receivedAtMs
      if (counted >= every) underWay ??= prune()
    },
    async stop() {
      await underWay
    },
  }
}

/**
 * Removes all but the newest arrivals of events. Those of quarantine go with their bodies, so that no
 * flood of forgeries can drive out what was genuine; what waits or has failed stays.
 */
export async function pruneArrivals({ orm }: Pick<Database, 'orm'>, most: number): Promise<void> {
  const ofEvents = isNull(arrivals.quarantineId)
  const [oldest] = await orm
    .select({ id: arrivals.id })
    .from(arrivals)
    .where(ofEvents)
    .orderBy(desc(arrivals.id))
    .offset(most)
    .limit(1)
  if (!oldest) return
  const done = orm
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.handling, ['handled', 'unhandled']))
  await orm
    .delete(arrivals)
    .where(
      and(
        ofEvents,
        lte(arrivals.id, oldest.id),
        or(sql`${arrivals.outcome} = 'duplicate'`, inArray(arrivals.eventId, done)),
      ),
    )
}
