import { toHash } from './address.js'
import { element, find, reveal } from './elements.js'
import { formatBytes, formatMoment, shorten } from './format.js'

/** @import { EntrySummary } from '../page-api.ts' */

/**
 * The list on the page. One of its rows can be reached by Tab, the others from there; a row stays the
 * same element while its entry is shown, so that focus and place survive what arrives.
 */
export function createList() {
  const list = find('list', HTMLElement)
  /** @type {Row[]} */
  let rows = []
  /** The row that the reader was at last; until then, and once it is gone, that is the first. */
  let chosenId = ''
  const chosenAt = () => rows.findIndex(({ id }) => id === chosenId)
  const current = () => rows[Math.max(chosenAt(), 0)]

  /** @param {string} id */
  const choose = (id) => {
    current()?.link.setAttribute('tabindex', '-1')
    chosenId = id
    current()?.link.setAttribute('tabindex', '0')
  }
  list.addEventListener('focusin', ({ target }) => {
    choose(rows.find(({ link }) => link === target)?.id ?? '')
  })

  return {
    /**
     * @param {EntrySummary[]} entries
     * @param {readonly EntrySummary[]} arrived
     */
    show(entries, arrived) {
      const known = new Map(rows.map((row) => [row.id, row]))
      const isFocused = this.isFocused()
      const at = chosenAt()
      current()?.link.setAttribute('tabindex', '-1')
      rows = entries.map((entry) => {
        const row = known.get(entry.id) ?? createRow(entry)
        row.update(entry)
        return row
      })
      place(list, rows)
      for (const { link, id } of rows) {
        if (arrived.some((entry) => entry.id === id)) link.classList.add('arrived')
      }
      const isGone = isFocused && chosenAt() === -1
      choose(isGone ? (rows[Math.min(at, rows.length - 1)]?.id ?? '') : chosenId)
      if (isGone) this.focus()
    },
    /** Puts the focus on the current row. */
    focus() {
      const { link } = current() ?? {}
      link?.focus()
      link?.scrollIntoView({ block: 'nearest' })
    },
    /**
     * The same for a row by its place; the last one where there are fewer.
     * @param {number} at
     */
    focusAt(at) {
      choose(rows[Math.min(at, rows.length - 1)]?.id ?? '')
      this.focus()
    },
    length: () => rows.length,
    choose,
    /**
     * The entry so many rows further down; `undefined` where there is none.
     * @param {number} step
     */
    beside: (step) => rows[Math.max(chosenAt(), 0) + step]?.id,
    current: () => current()?.id,
    isFocused: () => list.contains(document.activeElement),
    /** @param {string | null} id */
    markOpen(id) {
      for (const row of rows) {
        if (row.id === id) row.link.setAttribute('aria-current', 'true')
        else row.link.removeAttribute('aria-current')
      }
    },
  }
}

/**
 * @param {HTMLElement} list
 * @param {Row[]} rows in the order that they stay in
 */
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

/**
 * One entry of the list: a link, so that it can be opened, copied and read out as every link.
 * @param {EntrySummary} entry
 */
function createRow(entry) {
  const link = element('a', { class: 'row', href: toHash(entry.id), tabindex: '-1' })
  const item = element('li', {}, link)
  let drawn = ''

  /** @param {EntrySummary} now */
  const update = (now) => {
    const text = JSON.stringify([now.state, now.code, formatMoment(now.receivedAtMs)])
    if (text === drawn) return
    drawn = text
    link.replaceChildren(...describe(now))
  }
  update(entry)
  return { id: entry.id, item, link, update }
}

/** @typedef {ReturnType<typeof createRow>} Row */

/** @param {EntrySummary} entry */
function describe(entry) {
  const { state, code, status, eventName, submissionUuid, receivedAtMs, bodyBytes } = entry
  const time = element('time', { datetime: new Date(receivedAtMs).toISOString() })
  time.append(formatMoment(receivedAtMs))
  const about = code ? element('code', { class: 'why' }, code) : text('status', status)
  return [
    createBadge(state),
    ' ',
    about,
    ' ',
    time,
    ' ',
    text('event', eventName ?? 'No event name'),
    ' ',
    text('submission', submissionUuid && shorten(submissionUuid)),
    ' ',
    element('span', { class: 'size' }, formatBytes(bodyBytes)),
  ]
}

/** @param {string} state */
const createBadge = (state) => element('span', { class: 'badge', 'data-state': state }, state)

/**
 * @param {string} name
 * @param {string | null} value
 */
const text = (name, value) => element('bdi', { class: name }, ...reveal(value ?? ''))
