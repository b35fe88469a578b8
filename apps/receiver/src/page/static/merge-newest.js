/** @import { EntrySummary, ListAnswer } from '../page-api.ts' */

/** Most entries that stay on the page; older ones are loaded again. */
const mostShown = 1000

/**
 * The newest entries as they are now, and behind them those that were loaded before.
 * @param {{ entries: EntrySummary[], next: string | null }} shown
 * @param {Pick<ListAnswer, 'entries' | 'next'>} answer
 */
export function mergeNewest(shown, { entries, next }) {
  const last = shown.entries.findIndex(({ id }) => id === entries.at(-1)?.id)
  const older = last === -1 || next === null ? [] : shown.entries.slice(last + 1)
  const all = [...entries, ...older]
  const kept = all.slice(0, mostShown)
  const end = older.length > 0 ? shown.next : next
  return { entries: kept, next: all.length > kept.length ? (kept.at(-1)?.id ?? null) : end }
}
