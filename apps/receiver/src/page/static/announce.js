import { find } from './find.js'

/** @import { EntrySummary } from '../page-api.ts' */

/** What arrives in that time is told at once, in milliseconds. */
const gatherMs = 600

/** Tells those who do not see the list what arrived, and what was found. */
export function createAnnouncer() {
  const announcer = find('announcer', HTMLElement)
  /** @type {string[]} */
  let states = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  const tell = () => {
    timer = undefined
    announcer.textContent = toSentence(states)
    states = []
  }
  return {
    /** @param {readonly EntrySummary[]} entries */
    arrived(entries) {
      states.push(...entries.map(({ state }) => state))
      if (states.length === 0 || timer) return
      timer = setTimeout(tell, gatherMs)
    },
    /**
     * What a filter that was just set leaves.
     * @param {{ entries: readonly EntrySummary[], next: string | null }} shown
     */
    found({ entries, next }) {
      const more = next === null ? '' : ', and there are more'
      announcer.textContent = `Shown: ${entries.length || 'none'}${more}.`
    },
  }
}

/** @param {string[]} states */
function toSentence(states) {
  const kinds = [...new Set(states)].map(
    (kind) => `${states.filter((state) => state === kind).length} ${kind}`,
  )
  return `${states.length} new: ${kinds.join(', ')}.`
}
