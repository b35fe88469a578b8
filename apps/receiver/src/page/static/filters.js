import { find, formatBytes } from './elements.js'

/** @import { EntryPage, EntrySummary } from '../page-api.ts' */
/** @import { Shown } from './inbox.js' */

/** How long a reader may pause while typing, in milliseconds. */
const pauseMs = 200

/**
 * The state filter and the search box.
 * @param {(change: { state?: string, search?: string }) => void} onChange
 */
export function createFilters(onChange) {
  const chips = find('chips', HTMLFieldSetElement)
  const search = find('search', HTMLInputElement)
  const radios = [...chips.querySelectorAll('input')]
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause
  let told = ''

  const tell = () => {
    clearTimeout(pause)
    const text = search.value.trim()
    if (text !== told) onChange({ search: text })
    told = text
  }
  chips.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) onChange({ state: target.value })
  })
  search.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(tell, pauseMs)
  })
  search.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') tell()
  })

  return {
    /** @param {Record<string, number>} counts */
    showCounts(counts) {
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      for (const radio of radios) {
        const shown = radio.parentElement?.querySelector('.count')
        if (shown) shown.textContent = String(counts[radio.value] ?? all)
      }
    },
    focus() {
      search.focus()
      search.select()
    },
    isFocused: () => document.activeElement === search,
    /**
     * Clears the search box, or calls back if it is empty.
     * @param {() => void} onEmpty
     */
    leave(onEmpty) {
      if (search.value === '') return onEmpty()
      search.value = ''
      tell()
    },
    clear() {
      search.value = ''
      told = ''
      for (const radio of radios) radio.checked = radio.value === ''
      onChange({ state: '', search: '' })
    },
  }
}

/**
 * Shows the state of the whole list: its environment, trouble, whether it is empty or has more entries.
 * @param {Shown} shown
 */
export function showListState(shown) {
  const { entries, next, counts, quarantine, environment, callbackUrl, filter, trouble } = shown
  if (environment) {
    find('environment', HTMLElement).textContent = environment
    document.title = `Inbox of ${environment}`
  }
  setText(find('callback-url', HTMLElement), callbackUrl)
  const command = `npx partner-platform send ${callbackUrl} --secret-file secret.txt --status RETURNED`
  setText(find('send-command', HTMLElement), command)
  setText(find('trouble', HTMLElement), trouble)
  if (quarantine) showFilling(quarantine, filter.state === 'quarantined')
  find('older', HTMLButtonElement).hidden = next === null
  const isEmpty = entries.length === 0 && trouble === '' && counts !== null
  const isFiltered = filter.state !== '' || filter.search !== ''
  find('nothing-yet', HTMLElement).hidden = !isEmpty || isFiltered
  find('nothing-fits', HTMLElement).hidden = !isEmpty || !isFiltered
}

/** @type {(shown: HTMLElement, text: string) => void} */
function setText(shown, text) {
  shown.hidden = text === ''
  if (shown.textContent !== text) shown.textContent = text
}

/** @type {(filling: EntryPage['quarantine'], isChosen: boolean) => void} */
function showFilling({ verified, unverified }, isChosen) {
  const { rows, limitRows, bytes, limitBytes } = verified
  const isNearlyFull = Math.max(rows / limitRows, bytes / limitBytes) >= 0.9
  const words = `Quarantine: verified ${toShare(verified)}, unverified ${toShare(unverified)}.`
  const warning = isNearlyFull ? ' At the limit, new verified deliveries are refused.' : ''
  setText(find('filling', HTMLElement), isChosen || isNearlyFull ? words + warning : '')
}

/** @param {EntryPage['quarantine']['verified']} filling */
const toShare = ({ rows, limitRows, bytes, limitBytes }) =>
  `${rows} of ${limitRows.toLocaleString()} bodies (${formatBytes(bytes)} of ${formatBytes(limitBytes)})`

/** Arrivals within this time are announced together, in milliseconds. */
const gatherMs = 600

/** Tells a screen reader what arrived and what was found. */
export function createAnnouncer() {
  const announcer = find('announcer', HTMLElement)
  /** @type {string[]} */
  let states = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer

  const tell = () => {
    timer = undefined
    const kinds = [...new Set(states)].map(
      (kind) => `${states.filter((state) => state === kind).length} ${kind}`,
    )
    announcer.textContent = `${states.length} new: ${kinds.join(', ')}.`
    states = []
  }
  return {
    /** @param {readonly EntrySummary[]} entries */
    arrived(entries) {
      states.push(...entries.map(({ state }) => state))
      if (states.length > 0 && !timer) timer = setTimeout(tell, gatherMs)
    },
    /** @param {Pick<Shown, 'entries' | 'next'>} shown the first answer to a new filter */
    found({ entries, next }) {
      // What has just arrived is among the entries found, or hidden by the filter.
      clearTimeout(timer)
      timer = undefined
      states = []
      const more = next === null ? '' : ', and there are more'
      announcer.textContent = `Shown: ${entries.length || 'none'}${more}.`
    },
  }
}
