import type { Database } from '@partner-platform/database'
import type { WebhookEvent } from '@partner-platform/webhooks'
import { expect, onTestFinished } from 'vitest'
import { type StartHandlingOptions, startHandling } from '../../src/handle/start-handling.ts'
import { createInbox, type EntryState, type LogEntry } from '../../src/index.ts'
import { deliveryOf } from '../deliveries.ts'
import type { TestStore } from '../use-store.ts'

/** Tries that follow each other at once. */
export const quick = { retryDelaysMs: [0, 0, 0, 0], pollMs: 10 }

export const createStartRoom = (store: TestStore) => async () => startRoom(await store.empty())

/** An inbox, and handlers for what is in it. */
async function startRoom(database: Database) {
  const inbox = await createInbox(database, { environment: 'staging' })
  onTestFinished(() => inbox.close())
  const entry = async (event: WebhookEvent) => {
    const search = event.submission.uuid
    const { entries } = await inbox.view.list({ search, limit: 100 })
    const found = entries.find(
      ({ status, state }) => status === event.submission.status && state !== 'duplicate',
    )
    if (!found) throw new Error('The event is not in the inbox.')
    return found
  }
  return {
    ...{ database, view: inbox.view, entry },
    add: (event: WebhookEvent) => inbox.add(event, deliveryOf(JSON.stringify(event))),
    untilState: (event: WebhookEvent, state: EntryState) =>
      expect.poll(async () => (await entry(event)).state, { timeout: 20_000 }).toBe(state),
    /** Ends when the test does, or when `stop` is called. */
    async handle(options: Omit<StartHandlingOptions, 'logger'>) {
      const logs: LogEntry[] = []
      const handling = await startHandling(database, {
        ...quick,
        ...options,
        logger: (one) => logs.push(one),
      })
      onTestFinished(() => handling.stop(0))
      return { logs, stop: (graceMs = 5_000) => handling.stop(graceMs) }
    },
    /** Jobs that are not over. */
    openJobs: async () =>
      (await database.query(`select id from pgboss.job where state <> 'completed'`)).length,
  }
}
