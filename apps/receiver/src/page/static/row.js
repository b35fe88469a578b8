import { toHash } from './address.js'
import { element } from './element.js'
import { formatBytes, formatMoment, shorten } from './format.js'
import { reveal } from './reveal.js'

/** @import { EntrySummary } from '../page-api.ts' */

/**
 * One entry of the list: a link, so that it can be opened, copied and read out as every link.
 * @param {EntrySummary} entry
 */
export function createRow(entry) {
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
export const createBadge = (state) =>
  element('span', { class: 'badge', 'data-state': state }, state)

/**
 * @param {string} name
 * @param {string | null} value
 */
const text = (name, value) => element('bdi', { class: name }, ...reveal(value ?? ''))
