import { type Aliases, type ParsedWebhook, parseWebhook } from '@partner-platform/webhooks'
import type { events } from '../store/schema.ts'

type StoredEvent = Pick<typeof events.$inferSelect, 'body' | 'name'>

/** An event for its handler. */
export type ReadEvent = Extract<ParsedWebhook, { ok: true }>

/**
 * Reads a stored event from its bytes. Does not check its age: the receiver or a person already did. The event
 * keeps the name under which it was stored, even if its alias has been removed since.
 */
export async function readEvent({ body, name }: StoredEvent): Promise<ReadEvent> {
  const read = (aliases: Aliases) =>
    parseWebhook({
      body,
      headers: [],
      verification: 'off',
      aliases,
      maxAgeSeconds: Number.POSITIVE_INFINITY,
      maxAheadSeconds: Number.POSITIVE_INFINITY,
    })
  const own = await read({})
  const isAlias = own.ok && own.event.event !== name
  const parsed = isAlias ? await read({ [own.event.event]: name } as Aliases) : own
  if (parsed.ok) return parsed
  throw new UnreadableEventError(
    `A stored event cannot be read: ${parsed.code}. Use the version of the receiver that stored it.`,
  )
}

class UnreadableEventError extends Error {
  override name = 'UnreadableEventError'
}
