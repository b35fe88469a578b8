import type { EntrySummary } from '../inbox/inbox-view.ts'
import { listBounds } from './list-bounds.ts'

/** An entry with short texts: what a body says of itself may be as long as the body, which has all of it. */
export function cutEntry<Entry extends EntrySummary>(entry: Entry): Entry {
  const { eventName, submissionUuid, status, occurredAt } = entry
  return {
    ...entry,
    eventName: cut(eventName),
    submissionUuid: cut(submissionUuid),
    status: cut(status),
    occurredAt: cut(occurredAt),
  }
}

function cut(text: string | null): string | null {
  const { textCharacters } = listBounds
  if (text === null || text.length <= textCharacters) return text
  return `${text.slice(0, textCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
}
