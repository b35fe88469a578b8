import { element } from './element.js'
import { find } from './find.js'
import { formatWholeMoment } from './format.js'
import { reveal } from './reveal.js'

/** @import { EntryAnswer } from '../page-api.ts' */

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
