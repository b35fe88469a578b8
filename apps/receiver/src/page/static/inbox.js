import { fetchList } from './api.js'

/** @import { EntryPage, EntrySummary, ListAnswer } from '../page-api.ts' */

/**
 * What the list shows.
 * @typedef {object} Shown
 * @property {EntrySummary[]} entries newest first
 * @property {string | null} next where older ones go on
 * @property {EntryPage['counts'] | null} counts `null` until there was an answer
 * @property {EntryPage['quarantine'] | null} quarantine `null` until there was an answer
 * @property {string} environment
 * @property {{ state: string, search: string }} filter
 * @property {EntrySummary[]} arrived since the answer before
 * @property {boolean} isFound whether it is the first answer to a filter that the reader set
 * @property {string} trouble why there is no newer answer; empty where there is one
 */

const pageSize = 50
/** Most entries that are asked for at once. */
const mostAsked = 200
const retryMs = 3000

/**
 * The entries of the inbox that pass a filter, kept as the server has them.
 * @param {(shown: Shown) => void} onChange
 */
export function createInbox(onChange) {
  const filter = { state: '', search: '' }
  /** @type {Shown} */
  let shown = {
    ...{ entries: [], next: null, counts: null, quarantine: null, environment: '' },
    ...{ filter, arrived: [], isFound: false, trouble: '' },
  }
  /** Ids sort by arrival. */
  let newestId = ''
  let isFirst = true
  let isAsked = false
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry
  const queue = createQueue()

  /** @param {Partial<Shown>} change */
  const show = (change) => {
    shown = { ...shown, arrived: [], isFound: false, trouble: '', ...change }
    onChange(shown)
  }

  /**
   * Asks for a part of the list and shows it, unless something else is to be shown meanwhile.
   * @param {AbortSignal} signal
   * @param {{ limit: number, before?: string }} part
   * @param {(answer: ListAnswer) => Partial<Shown>} merge
   */
  const load = async (signal, part, merge) => {
    clearTimeout(retry)
    try {
      const answer = await fetchList(toQuery({ ...shown.filter, ...part }), signal)
      const { counts, quarantine, environment } = answer
      if (!signal.aborted) show({ counts, quarantine, environment, ...merge(answer) })
    } catch (error) {
      if (signal.aborted) return
      show({ trouble: error instanceof Error ? error.message : 'The inbox failed.' })
      retry = setTimeout(refresh, retryMs)
    }
  }

  /** @param {EntrySummary[]} entries */
  const findArrived = (entries) => {
    const arrived = isFirst ? [] : entries.filter(({ id }) => id > newestId)
    isFirst = false
    const newest = entries[0]
    if (newest && newest.id > newestId) newestId = newest.id
    return arrived
  }

  const takeAsked = () => {
    const wasAsked = isAsked
    isAsked = false
    return wasAsked
  }

  const refresh = () =>
    queue.run('newest', async (signal) => {
      const limit = Math.min(Math.max(shown.entries.length, pageSize), mostAsked)
      await load(signal, { limit }, (answer) => ({
        ...mergeNewest(shown, answer),
        arrived: findArrived(answer.entries),
        isFound: takeAsked(),
      }))
    })

  return {
    refresh,
    loadOlder: () =>
      queue.run('older', async (signal) => {
        const { next: before, entries } = shown
        if (before === null) return
        await load(signal, { limit: pageSize, before }, (older) => ({
          entries: [...entries, ...older.entries],
          next: older.next,
        }))
      }),
    /** @param {Partial<Shown['filter']>} change */
    setFilter(change) {
      isFirst = true
      isAsked = true
      queue.drop()
      shown = { ...shown, filter: { ...shown.filter, ...change }, entries: [], next: null }
      return refresh()
    },
  }
}

/** @param {Record<string, string | number>} parts */
function toQuery(parts) {
  const given = Object.entries(parts).filter(([, value]) => value !== '')
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}

/** @typedef {(signal: AbortSignal) => Promise<void>} Work */

/**
 * Runs work one after the other, and of each kind that waits only the last: a list that is asked for
 * often is loaded once more, not once for each time.
 */
export function createQueue() {
  let abort = new AbortController()
  /** @type {Map<string, Work>} */
  const waiting = new Map()
  let isRunning = false

  /**
   * @param {string} kind
   * @param {Work} work
   */
  const run = async (kind, work) => {
    waiting.set(kind, work)
    if (isRunning) return
    isRunning = true
    for (const [next, go] of waiting) {
      waiting.delete(next)
      await go(abort.signal)
    }
    isRunning = false
  }
  return {
    run,
    /** Ends what runs, and forgets what waits. */
    drop() {
      waiting.clear()
      abort.abort()
      abort = new AbortController()
    },
  }
}

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
