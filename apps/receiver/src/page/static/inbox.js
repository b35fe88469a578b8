import { fetchList, messageOf } from './api.js'

/** @import { EntryPage, EntrySummary, ListAnswer } from '../page-api.ts' */

/**
 * What the list shows. The answers are `null` until the first one.
 * @typedef {object} Shown
 * @property {EntrySummary[]} entries newest first
 * @property {string | null} next where older ones continue
 * @property {EntryPage['counts'] | null} counts
 * @property {EntryPage['quarantine'] | null} quarantine
 * @property {string} environment
 * @property {string} callbackUrl
 * @property {{ state: string, search: string }} filter
 * @property {EntrySummary[]} arrived since the previous answer
 * @property {boolean} isFound whether this is the first answer to a new filter
 * @property {string} trouble why there is no newer answer, or empty
 */

const pageSize = 50
const maxPageSize = 200
const retryMs = 3000

/**
 * The entries of the inbox that pass a filter, as the server has them.
 * @param {(shown: Shown) => void} onChange
 */
export function createInbox(onChange) {
  /** @type {Shown} */
  let shown = {
    entries: [],
    next: null,
    counts: null,
    quarantine: null,
    environment: '',
    callbackUrl: '',
    filter: { state: '', search: '' },
    arrived: [],
    isFound: false,
    trouble: '',
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
   * Loads a part of the list and shows it, unless the filter changes meanwhile.
   * @param {AbortSignal} signal
   * @param {{ limit: number, before?: string }} part
   * @param {(answer: ListAnswer) => Partial<Shown>} merge
   */
  const load = async (signal, part, merge) => {
    clearTimeout(retry)
    const given = Object.entries({ ...shown.filter, ...part }).filter(([, value]) => value !== '')
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    try {
      const answer = await fetchList(query, signal)
      const { counts, quarantine, environment, callbackUrl } = answer
      if (!signal.aborted) {
        show({ counts, quarantine, environment, callbackUrl, ...merge(answer) })
      }
    } catch (error) {
      if (signal.aborted) return
      show({ trouble: messageOf(error) })
      retry = setTimeout(refresh, retryMs)
    }
  }

  const refresh = () =>
    queue.run('newest', async (signal) => {
      const limit = Math.min(Math.max(shown.entries.length, pageSize), maxPageSize)
      await load(signal, { limit }, (answer) => {
        const arrived = isFirst ? [] : answer.entries.filter(({ id }) => id > newestId)
        const change = { ...mergeNewest(shown, answer), arrived, isFound: isAsked }
        isFirst = false
        isAsked = false
        const newest = answer.entries[0]?.id ?? ''
        if (newest > newestId) newestId = newest
        return change
      })
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

/** @typedef {(signal: AbortSignal) => Promise<void>} Work */

/** Runs work one after the other, and of each kind that waits only the last. */
export function createQueue() {
  let abort = new AbortController()
  /** @type {Map<string, Work>} */
  const waiting = new Map()
  let isRunning = false

  /** @type {(kind: string, work: Work) => Promise<void>} */
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
    /** Aborts the running work, and forgets the rest. */
    drop() {
      waiting.clear()
      abort.abort()
      abort = new AbortController()
    },
  }
}

/** Entries that stay on the page. */
const maxShown = 1000

/**
 * The newest entries as they are now, followed by those that were loaded before.
 * @param {{ entries: EntrySummary[], next: string | null }} shown
 * @param {Pick<ListAnswer, 'entries' | 'next'>} answer
 */
export function mergeNewest(shown, { entries, next }) {
  const last = shown.entries.findIndex(({ id }) => id === entries.at(-1)?.id)
  const older = last === -1 || next === null ? [] : shown.entries.slice(last + 1)
  const all = [...entries, ...older]
  const kept = all.slice(0, maxShown)
  const end = older.length > 0 ? shown.next : next
  return { entries: kept, next: all.length > kept.length ? (kept.at(-1)?.id ?? null) : end }
}
