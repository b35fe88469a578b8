import { type Aliases, type ParsedWebhook, parseWebhook } from '@partner-platform/webhooks'
import type { events } from './schema.ts'

type StoredEvent = Pick<typeof events.$inferSelect, 'body' | 'occurredAt'>

/** Reads an event from its stored bytes. Its age was checked on arrival, or by a person. */
export const readStored = (
  { body, occurredAt }: StoredEvent,
  aliases: Aliases,
): Promise<ParsedWebhook> =>
  parseWebhook({ body, headers: [], verification: 'off', aliases, now: () => occurredAt.getTime() })
