import { type Database, groupRequests, isUnavailable } from '@partner-platform/database'
import { StartError } from '@partner-platform/settings'
import type { Environment } from '@partner-platform/types'
import type {
  AcceptedDelivery,
  Aliases,
  QuarantinedDelivery,
  WebhookEvent,
} from '@partner-platform/webhooks'
import { channels } from '../store/open-store.ts'
import { holdings } from '../store/schema.ts'
import { type Arriving, type InboxBounds, inboxBounds, toArrivingEvent } from './arriving.ts'
import { acceptEntry, replayEntry } from './entry-actions.ts'
import type { InboxView } from './inbox-view.ts'
import { QuarantineFullError } from './keep-bodies.ts'
import { type KeptOutcome, keepDeliveries } from './keep-deliveries.ts'
import { createPruner } from './prune-arrivals.ts'
import { listEntries, readEntry } from './read-entries.ts'

/**
 * Stores deliveries before they are acknowledged. A method resolves once its delivery is committed. If it
 * rejects, the answer is 503, so that the service sends the delivery again.
 */
export type Inbox = {
  /** Stores an event once per body and once per effect, and queues it for its handler. */
  add(event: WebhookEvent, delivery: AcceptedDelivery): Promise<'accepted' | 'duplicate'>
  /** Quarantines a body, within bounds. Rejects if the body is verified and there is no room. */
  quarantine(delivery: QuarantinedDelivery): Promise<void>
  /** The same inbox, for people. */
  view: InboxView
  /** Stops watching for changes and finishes background work. The database stays open. */
  close(): Promise<void>
}

export type InboxOptions = {
  /** Part of the effect key; a store holds the webhooks of one environment. */
  environment: Environment
  /** Bounds that differ from `inboxBounds`. */
  bounds?: Partial<InboxBounds>
  /** The aliases of the receiver, to read quarantined bodies again. @default none */
  aliases?: Aliases
  /** Unix time in milliseconds, for the age of entries that a person accepts. @default Date.now */
  now?: () => number
  /** Called with errors of background work. @default ignored, because the work is retried */
  onError?: (error: unknown) => void
}

/** Deliveries that share a transaction. */
const groupSize = 200

/**
 * The inbox of a store from `openStore`. Deliveries that arrive together share a transaction. If it fails
 * although the store is available, each is retried alone, so that one cannot harm the others. Rejects with a
 * `StartError` if the store belongs to another environment. @see specs/decisions D-005 to D-007, D-014
 */
export async function createInbox(database: Database, options: InboxOptions): Promise<Inbox> {
  const { environment, aliases = {}, now = Date.now, onError = () => {} } = options
  const bounds = { ...inboxBounds, ...options.bounds }
  await assertEnvironment(database, environment)
  const changes = await watchChanges(database)
  const pruner = createPruner(database, { bounds, onError })
  const keep = groupRequests<Arriving, KeptOutcome>({
    send: (take) => keepDeliveries(take, { database, bounds }),
    most: groupSize,
    isolates: (error) => !isUnavailable(error),
    // The service sends the delivery again, so a late error would help nobody.
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
        `The quarantine is full: at most ${bounds.verifiedRows} verified bodies and ${bounds.verifiedBytes} bytes. Accept or delete entries.`,
      )
    },
    view: {
      list: (options) => listEntries(options, { orm: database.orm, bounds }),
      read: (id) => readEntry(id, database.orm),
      replay: (id) => replayEntry(id, database),
      accept: (id, options) => acceptEntry(id, options, { database, environment, aliases, now }),
      watch: changes.watch,
    },
    async close() {
      await changes.close()
      await pruner.stop()
    },
  }
}

/** Assigns the store to an environment. Throws a `StartError` if it belongs to another one. */
export async function assertEnvironment(
  { orm }: Pick<Database, 'orm'>,
  environment: Environment,
): Promise<void> {
  await orm.insert(holdings).values({ environment }).onConflictDoNothing()
  const [kept] = await orm.select().from(holdings)
  if (kept?.environment === environment) return
  throw new StartError(
    `The store holds webhooks of ${kept?.environment ?? 'no environment'}, not ${environment}. Use one data folder or database for each environment.`,
  )
}

/** Minimum time between two calls. */
const restMs = 350

/** Watches for changes of the inbox by any process. */
export async function watchChanges(database: Pick<Database, 'listen'>) {
  const watchers = new Set<{ onChange: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let isChanged = false
  const notify = () => {
    isChanged = watchers.size > 0
    if (timer || !isChanged) return
    isChanged = false
    timer = setTimeout(() => {
      timer = undefined
      if (isChanged) notify()
    }, restMs).unref()
    for (const { onChange } of [...watchers]) onChange()
  }
  // The connection may have missed changes while it was down.
  const unlisten = await database.listen(channels.changes, { onPayload: notify, onLive: notify })
  return {
    /** Calls back after changes, at a limited rate. Returns a function that stops it. */
    watch(onChange: () => void): () => void {
      const watcher = { onChange }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    async close() {
      clearTimeout(timer)
      watchers.clear()
      await unlisten()
    },
  }
}
