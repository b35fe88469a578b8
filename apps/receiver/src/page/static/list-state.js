import { find } from './elements.js'
import { formatBytes } from './format.js'

/** @import { EntryPage, EntrySummary } from '../page-api.ts' */
/** @import { Shown } from './inbox.js' */

/** Share of a limit, from 0 to 1, from which every reader of the list sees how full the quarantine is. */
const nearlyFull = 0.9

/**
 * Shows the state of the whole list: its environment, trouble, whether it is empty or has more entries.
 * @param {Shown} shown
 */
export function showListState({ entries, next, counts, quarantine, environment, filter, trouble }) {
  if (environment) {
    find('environment', HTMLElement).textContent = environment
    document.title = `Inbox of ${environment}`
  }
  const problem = find('trouble', HTMLElement)
  problem.hidden = trouble === ''
  if (problem.textContent !== trouble) problem.textContent = trouble
  if (quarantine) showFilling(quarantine, { isChosen: filter.state === 'quarantined' })
  find('older', HTMLButtonElement).hidden = next === null
  const isEmpty = entries.length === 0 && trouble === '' && counts !== null
  const isFiltered = filter.state !== '' || filter.search !== ''
  find('nothing-yet', HTMLElement).hidden = !isEmpty || isFiltered
  find('nothing-fits', HTMLElement).hidden = !isEmpty || !isFiltered
}

/**
 * Shows how full the quarantine is: to readers of its entries, and to every reader if it will soon refuse
 * deliveries.
 * @param {EntryPage['quarantine']} quarantine
 * @param {{ isChosen: boolean }} options
 */
function showFilling({ verified, unverified }, { isChosen }) {
  const { rows, limitRows, bytes, limitBytes } = verified
  const isShort = Math.max(rows / limitRows, bytes / limitBytes) >= nearlyFull
  const filling = find('filling', HTMLElement)
  filling.hidden = !isChosen && !isShort
  const words = `Quarantine: verified ${toShare(verified)}, unverified ${toShare(unverified)}.`
  const text = isShort ? `${words} At the limit, new verified deliveries are refused.` : words
  if (filling.textContent !== text) filling.textContent = text
}

/** @param {EntryPage['quarantine']['verified']} filling */
const toShare = ({ rows, limitRows, bytes, limitBytes }) =>
  `${rows} of ${limitRows.toLocaleString()} bodies (${formatBytes(bytes)} of ${formatBytes(limitBytes)})`

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
