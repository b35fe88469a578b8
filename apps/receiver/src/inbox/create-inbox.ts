import { type Database, groupRequests, isUnavailable } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import type { Aliases } from '@partner-platform/webhooks'
import { QuarantineFullError } from './admit-bodies.ts'
import { type Arriving, toArrivingEvent } from './arriving.ts'
import { assertEnvironment } from './assert-environment.ts'
import { type InboxBounds, inboxBounds } from './bounds.ts'
import { createView } from './create-view.ts'
import type { Inbox } from './inbox.ts'
import { type KeptOutcome, keepDeliveries } from './keep-deliveries.ts'
import { createPruner } from './prune-arrivals.ts'
import { watchChanges } from './watch-changes.ts'

export type InboxOptions = {
  /** Part of the effect key; a store holds the webhooks of one environment. */
  environment: Environment
  /** Bounds that differ from `inboxBounds`. */
  bounds?: Partial<InboxBounds>
  /** The aliases of the receiver, for entries that a person accepts. @default none */
  aliases?: Aliases
  /** Unix time in milliseconds, for the age of entries that a person accepts. @default Date.now */
  now?: () => number
  /** Hears of what failed while nobody waited for it. @default ignored, as it is tried again */
  onError?: (error: unknown) => void
}

/** Deliveries that share a transaction. */
const groupSize = 200

/**
 * The inbox of a store that `openStore` gave. Deliveries that come at the same time share a transaction;
 * where that fails for another reason than the store's state, each is tried alone, so that one harms no
 * other. Rejects with a `StartError` for a store that holds another environment.
 * @see specs/decisions D-005 to D-007, D-014
 */
export async function createInbox(database: Database, options: InboxOptions): Promise<Inbox> {
  const { environment, aliases = {}, now = Date.now, onError = () => {} } = options
  const bounds = { ...inboxBounds, ...options.bounds }
  await assertEnvironment(database, environment)
  const changes = await watchChanges(database)
  const pruner = createPruner(database, { bounds, onError })
  const keep = groupRequests<Arriving, KeptOutcome>({
    send: (arriving) => keepDeliveries(arriving, { database, bounds }),
    most: groupSize,
    isolates: (error) => !isUnavailable(error),
    // The service delivers again: to be told so late helps nobody.
    failsAll: isUnavailable,
  })
  return {
    async add(event, delivery) {
      const outcome = await keep(toArrivingEvent({ event, delivery }, environment))
      pruner.count(delivery.receivedAtMs)
      return outcome === 'accepted' ? 'accepted' : 'duplicate'
    },
    async quarantine(delivery) {
      if ((await keep({ kind: 'body', delivery })) !== 'full') return
      throw new QuarantineFullError(
        `The quarantine of verified bodies is full: expected at most ${bounds.verifiedRows} and ${bounds.verifiedBytes} bytes, received more. Accept or delete entries.`,
      )
    },
    view: createView({ database, changes, bounds, environment, aliases, now }),
    async close() {
      await changes.close()
      await pruner.stop()
    },
  }
}
