import type {
  AcceptedDelivery,
  QuarantinedDelivery,
  WebhookEvent,
} from '@partner-platform/webhooks'
import { expect, onTestFinished } from 'vitest'
import { createInbox, type InboxBounds, type ListOptions } from '../../src/index.ts'
import { deliveryOf, nowMs, refusedWith } from '../deliveries.ts'
import { type TestStore, useStore } from '../use-store.ts'

export const createStartInbox =
  (store: TestStore) =>
  async (bounds: Partial<InboxBounds> = {}) => {
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
    const list = async (options: Partial<ListOptions> = {}) =>
      (await inbox.view.list({ limit: 100, ...options })).entries
    return {
      ...inbox,
      database,
      list,
      /** Adds an event, as `text` if given. */
      add: (event: WebhookEvent, given: Partial<AcceptedDelivery> & { text?: string } = {}) => {
        const { text = JSON.stringify(event), ...rest } = given
        return inbox.add(event, deliveryOf(text, rest))
      },
      /** Puts a body in quarantine and returns the id of its entry. */
      async put(body: string | Uint8Array, given: Partial<QuarantinedDelivery> = {}) {
        await inbox.quarantine(
          refusedWith(body, { code: 'invalid-payload', verified: true, ...given }),
        )
        return (await list())[0]?.id ?? ''
      },
      /** The event of each job. */
      jobs: async () => {
        const text = `select (data->>'eventId')::integer as id from pgboss.job where state = 'created'`
        return (await database.query<{ id: number }>(text)).map(({ id }) => id)
      },
      bodyOf: async (id: string) => Buffer.from((await inbox.view.read(id))?.body ?? []).toString(),
    }
  }

/** Starts an inbox on an empty embedded store. An error in its background fails the test. */
export const useInbox = () => createStartInbox(useStore('embedded'))
