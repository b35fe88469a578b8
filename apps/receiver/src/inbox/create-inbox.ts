import { type Database, groupRequests, isUnavailable } from '@partner-platform/database'
import { StartError } from '@partner-platform/settings'
import type { Environment } from '@partner-platform/types'
import type {
  AcceptedDelivery,
  Aliases,
  QuarantinedDelivery,
  WebhookEvent,
} from '@partner-platform/webhooks'
import { holdings } from '../store/schema.ts'
import { type AcceptContext, acceptEntry } from './accept-entry.ts'
import { type Arriving, type InboxBounds, inboxBounds, toArrivingEvent } from './arriving.ts'
import type { InboxView } from './inbox-view.ts'
import { QuarantineFullError } from './keep-bodies.ts'
import { type KeptOutcome, keepDeliveries } from './keep-deliveries.ts'
import { createPruner } from './prune-arrivals.ts'
import { listEntries, readEntry } from './read-entries.ts'
import { replayEntry } from './replay-entry.ts'
import { type Changes, watchChanges } from './watch-changes.ts'

/**
 * Where deliveries are kept before they are acknowledged. A method resolves once what it was given is
 * committed; what it rejects with makes the answer 503, so that the service delivers again.
 */
export type Inbox = {
  /** Keeps an event once, by its bytes and by its effect, and puts it in the queue of its handler. */
  add(event: WebhookEvent, delivery: AcceptedDelivery): Promise<'accepted' | 'duplicate'>
  /** Quarantines a body, within bounds. Rejects if the body is verified and there is no room. */
  quarantine(delivery: QuarantinedDelivery): Promise<void>
  /** The same for people to look at. */
  view: InboxView
  /** Stops hearing of changes, and finishes what it does in the background. The database stays open. */
  close(): Promise<void>
}

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

type ViewContext = AcceptContext & { changes: Pick<Changes, 'watch'>; bounds: InboxBounds }

/** The inbox of a store, for people to look at. */
function createView({ changes, bounds, ...context }: ViewContext): InboxView {
  const { database } = context
  return {
    list: (options) => listEntries(options, { database, bounds }),
    read: (id) => readEntry(id, database),
    replay: (id) => replayEntry(id, database),
    accept: (id, options) => acceptEntry(id, options, context),
    watch: changes.watch,
  }
}

/**
 * Makes the store that of an environment, or throws a `StartError` if it is that of another: events of
 * two environments are never the same, and the handler of one must not get those of another.
 */
export async function assertEnvironment(
  { orm }: Pick<Database, 'orm'>,
  environment: Environment,
): Promise<void> {
  await orm.insert(holdings).values({ environment }).onConflictDoNothing()
  const [kept] = await orm.select().from(holdings)
  if (kept?.environment === environment) return
  throw new StartError(
    `The store holds webhooks of another environment: expected ${environment}, received ${kept?.environment ?? 'none'}. Use another data folder or database for each environment.`,
  )
}
