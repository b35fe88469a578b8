import { toHash } from './address.js'
import { element, find, formatBytes, formatMoment, reveal } from './elements.js'

/** @import { EntrySummary } from '../page-api.ts' */

/**
 * The list of entries. Tab reaches one row, and keys move from there. A row stays the same element while its
 * entry is shown, so that arrivals move neither the focus nor the scroll position.
 */
export function createList() {
  const list = find('list', HTMLElement)
  /** @type {Row[]} */
  let rows = []
  /** The row that had the focus last. Without one, the first row counts. */
  let chosenId = ''
  const chosenAt = () => rows.findIndex(({ id }) => id === chosenId)
  const current = () => rows[Math.max(chosenAt(), 0)]
  const isFocused = () => list.contains(document.activeElement)

  /** @param {string} id */
  const choose = (id) => {
    current()?.link.setAttribute('tabindex', '-1')
    chosenId = id
    current()?.link.setAttribute('tabindex', '0')
  }
  const focus = () => {
    current()?.link.focus()
    current()?.link.scrollIntoView({ block: 'nearest' })
  }
  /**
   * Focuses a row, or the last one.
   * @param {number} at
   */
  const focusAt = (at) => {
    choose(rows[Math.min(at, rows.length - 1)]?.id ?? '')
    focus()
  }
  list.addEventListener('focusin', ({ target }) => {
    choose(rows.find(({ link }) => link === target)?.id ?? '')
  })

  return {
    choose,
    focus,
    focusAt,
    isFocused,
    /**
     * @param {EntrySummary[]} entries
     * @param {readonly EntrySummary[]} arrived
     */
    show(entries, arrived) {
      const known = new Map(rows.map((row) => [row.id, row]))
      const wasFocused = isFocused()
      const at = chosenAt()
      current()?.link.setAttribute('tabindex', '-1')
      rows = entries.map((entry) => {
        const row = known.get(entry.id) ?? createRow(entry)
        row.update(entry)
        return row
      })
      place(list, rows)
      for (const { id, link } of rows) {
        if (arrived.some((entry) => entry.id === id)) link.classList.add('arrived')
      }
      if (wasFocused && chosenAt() === -1) focusAt(at)
      else choose(chosenId)
    },
    length: () => rows.length,
    /**
     * The entry that is so many rows further down, if there is one.
     * @param {number} step
     */
    beside: (step) => rows[Math.max(chosenAt(), 0) + step]?.id,
    current: () => current()?.id,
    /** @param {string | null} openId */
    markOpen(openId) {
      for (const { id, link } of rows) link.ariaCurrent = id === openId ? 'true' : null
    },
  }
}

/** @type {(list: HTMLElement, rows: Row[]) => void} */
function place(list, rows) {
  const items = new Set(rows.map(({ item }) => item))
  for (const child of [...list.children]) {
    if (!items.has(/** @type {HTMLLIElement} */ (child))) child.remove()
  }
  for (const [at, { item }] of rows.entries()) {
    const there = list.children[at] ?? null
    if (there !== item) list.insertBefore(item, there)
  }
}

/** @typedef {ReturnType<typeof createRow>} Row */

/** @param {EntrySummary} entry */
function createRow({ id }) {
  const link = element('a', { class: 'row', href: toHash(id), tabindex: '-1' })
  const item = element('li', {}, link)
  let drawn = ''
  return {
    id,
    item,
    link,
    /** @param {EntrySummary} now */
    update(now) {
      const text = JSON.stringify([now.state, now.code, formatMoment(now.receivedAtMs)])
      if (text === drawn) return
      drawn = text
      link.replaceChildren(...describe(now))
    },
  }
}

/** @param {EntrySummary} entry */
function describe(entry) {
  const { state, code, status, eventName, submissionUuid, verified, receivedAtMs, bodyBytes } =
    entry
  const uuid = submissionUuid ?? ''
  const event = element(
    'bdi',
    { class: 'event dim small' },
    ...reveal(eventName ?? 'No event name'),
  )
  // The start of an id is enough to tell a few apart.
  const start = uuid.length > 12 ? `${uuid.slice(0, 8)}…` : uuid
  const submission = element('bdi', { class: 'submission dim small' }, ...reveal(start))
  const datetime = new Date(receivedAtMs).toISOString()
  return [
    element('span', { class: 'badge pill tinted', 'data-state': state }, state),
    code
      ? element('code', { class: 'about' }, code)
      : element('bdi', { class: 'about' }, ...reveal(status ?? '')),
    element('time', { datetime }, formatMoment(receivedAtMs)),
    ...(verified ? [event, submission] : [toClaims(event, submission)]),
    element('span', { class: 'size dim small' }, formatBytes(bodyBytes)),
  ].flatMap((part) => [part, ' '])
}

/**
 * What an unverified body claims, marked so that nobody thinks that the service sent it.
 * @param {HTMLElement} event
 * @param {HTMLElement} submission
 */
const toClaims = (event, submission) =>
  element(
    'span',
    { class: 'claims' },
    element('span', { class: 'unverified pill tinted' }, 'unverified'),
    ' ',
    event,
    ' ',
    submission,
  )
