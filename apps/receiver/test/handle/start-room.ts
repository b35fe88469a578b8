import type { WebhookEvent } from '@partner-platform/webhooks'
import { expect, onTestFinished } from 'vitest'
import { handlingDefaults } from '../../src/handle/event-handler.ts'
import { type StartHandlingOptions, startHandling } from '../../src/handle/start-handling.ts'
import type { EntryState, LogEntry } from '../../src/index.ts'
import { useInbox } from '../inbox/start-inbox.ts'

/** As many tries as the app makes, but each at once after the one before. */
export const quick = { retryDelaysMs: handlingDefaults.retryDelaysMs.map(() => 0), pollMs: 10 }

export const never = () => new Promise<never>(() => {})

/** Starts an inbox, and handlers for its events. */
export function useRoom() {
  const startInbox = useInbox()
  return async () => {
    const inbox = await startInbox()
    const entry = async ({ submission }: WebhookEvent) => {
      const entries = await inbox.list({ search: submission.uuid })
      const found = entries.find(({ status }) => status === submission.status)
      if (!found) throw new Error('The event is not in the inbox.')
      return found
    }
    return {
      ...inbox,
      entry,
      untilState: (event: WebhookEvent, state: EntryState) =>
        expect.poll(async () => (await entry(event)).state, { timeout: 20_000 }).toBe(state),
      /** Stops when the test ends, or when `stop` is called. */
      async handle(options: Omit<StartHandlingOptions, 'logger'>, database = inbox.database) {
        const logs: LogEntry[] = []
        const logger = (one: LogEntry) => logs.push(one)
        const handling = await startHandling(database, { ...quick, ...options, logger })
        onTestFinished(() => handling.stop(0))
        return { logs, stop: (graceMs = 5_000) => handling.stop(graceMs) }
      },
      openJobs: async () => {
        const text = `select id from pgboss.job where state <> 'completed'`
        return (await inbox.database.query(text)).length
      },
    }
  }
}
