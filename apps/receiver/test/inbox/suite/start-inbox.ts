import type { AcceptedDelivery, WebhookEvent } from '@partner-platform/webhooks'
import { expect, onTestFinished } from 'vitest'
import { createInbox, type InboxBounds, type ListOptions } from '../../../src/index.ts'
import { deliveryOf, nowMs } from '../../deliveries.ts'
import type { TestStore } from '../../use-store.ts'

/** An inbox on a store that is emptied for it. What fails in its background fails the test. */
export async function startInbox(store: TestStore, bounds: Partial<InboxBounds> = {}) {
  const database = await store.empty()
  const errors: unknown[] = []
  const inbox = await createInbox(database, {
    environment: 'staging',
    bounds,
    now: () => nowMs,
    onError: (error) => errors.push(error),
  })
  onTestFinished(async () => {
    await inbox.close()
    expect(errors).toEqual([])
  })
  return {
    ...inbox,
    database,
    /** Adds an event, in other bytes if they are given. */
    add: (event: WebhookEvent, given: Partial<AcceptedDelivery> & { text?: string } = {}) => {
      const { text = JSON.stringify(event), ...rest } = given
      return inbox.add(event, deliveryOf(text, rest))
    },
    list: async (options: Partial<ListOptions> = {}) =>
      (await inbox.view.list({ limit: 100, ...options })).entries,
    /** Ids of the events that have a job, one for each job. */
    jobs: async () => {
      const text = `select (data->>'eventId')::integer as id from pgboss.job where state = 'created'`
      return (await database.query<{ id: number }>(text)).map(({ id }) => id)
    },
  }
}
