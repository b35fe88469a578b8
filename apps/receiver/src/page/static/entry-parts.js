import { element, find, reveal } from './elements.js'
import { formatWholeMoment } from './format.js'

/** @import { EntryAnswer } from '../page-api.ts' */

/**
 * Why an entry is in its state, in words, and what to do about it.
 * @param {EntryAnswer} entry
 */
export function showReason({ state, code, explanation, noted }) {
  find('reason', HTMLElement).dataset.state = state
  const reason = find('reason-code', HTMLElement)
  reason.hidden = code === null
  reason.replaceChildren(element('code', {}, code ?? ''))
  find('reason-means', HTMLElement).replaceChildren(...spellCode(explanation.means))
  const next = find('reason-next', HTMLElement)
  next.hidden = explanation.next === ''
  next.replaceChildren(element('strong', {}, 'What to do: '), ...spellCode(explanation.next))
  const notes = find('notes', HTMLElement)
  notes.hidden = noted.length === 0
  notes.replaceChildren(
    ...noted.map(({ note, means }) =>
      element('li', {}, element('code', {}, note), ' ', ...spellCode(means)),
    ),
  )
}

/**
 * Words with what is between backticks as code.
 * @param {string} words
 */
const spellCode = (words) =>
  words.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part))

/** What is known of the open entry, as terms and values. */
export function createFacts() {
  const list = find('facts', HTMLElement)
  return {
    /** @param {EntryAnswer} entry */
    show: (entry) => list.replaceChildren(...describe(entry).map(toPair)),
  }
}

/** @typedef {{ term: string, value: (Node | string)[], isCode?: boolean }} Fact */

/**
 * @param {EntryAnswer} entry
 * @returns {Fact[]}
 */
function describe(entry) {
  const { receivedAtMs, occurredAt, submissionUuid, verified, tries, interruptions, lastError } =
    entry
  const received = new Date(receivedAtMs).toISOString()
  const time = element('time', { datetime: received }, formatWholeMoment(receivedAtMs))
  const hasHandler = entry.state !== 'quarantined' && entry.state !== 'duplicate'
  /** @type {(Fact | null)[]} */
  const facts = [
    { term: 'Received', value: [time, ' ', element('span', { class: 'dim' }, received)] },
    occurredAt ? { term: 'Occurred', value: reveal(occurredAt) } : null,
    submissionUuid ? { term: 'Submission', value: reveal(submissionUuid), isCode: true } : null,
    {
      term: 'Signature',
      value: [
        verified ? 'Verified: the service signed it' : 'Not verified: anyone may have sent it',
      ],
    },
    hasHandler ? { term: 'Handler', value: [toTries(tries)] } : null,
    interruptions > 0 ? { term: 'Process died', value: [toTimes(interruptions)] } : null,
    lastError ? { term: 'Last error', value: reveal(lastError), isCode: true } : null,
    { term: 'Size', value: [`${entry.bodyBytes.toLocaleString()} bytes`] },
    { term: 'Storage key', value: [entry.storageKey], isCode: true },
  ]
  return facts.filter((fact) => fact !== null)
}

/** @param {number} tries */
const toTries = (tries) => (tries === 0 ? 'Not tried yet' : `Tried ${toTimes(tries)}`)

/** @param {number} count */
const toTimes = (count) => (count === 1 ? 'once' : `${count} times`)

/** @param {Fact} fact */
function toPair({ term, value, isCode = false }) {
  const told = element('dd', isCode ? { class: 'code' } : {}, element('bdi', {}, ...value))
  return element('div', {}, element('dt', {}, term), told)
}

/** @param {EntryAnswer['issues']} issues */
export function showIssues(issues) {
  find('issues-part', HTMLElement).hidden = issues.length === 0
  const rows = issues.map(({ path, message }) => toRow(path || '(the whole body)', message))
  find('issues', HTMLElement).replaceChildren(...rows)
}

/** @param {EntryAnswer['headers']} headers */
export function showHeaders(headers) {
  const rows = headers.map(([name, value]) => toRow(name, value, 'code'))
  find('headers', HTMLElement).replaceChildren(...rows)
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [kind] class of the value
 */
function toRow(name, value, kind = '') {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('bdi', {}, ...reveal(name))),
    element('td', { class: kind }, element('bdi', {}, ...reveal(value))),
  )
}
