import { element, find, reveal } from './elements.js'
import { decode, dumpHex, findJsonTrouble, formatJson } from './format-body.js'

/** @import { EntryAnswer } from '../page-api.ts' */
/** @import { Piece } from './format-body.js' */

/**
 * Shows everything about an entry except its body.
 * @param {EntryAnswer} entry
 */
export function showParts(entry) {
  showReason(entry)
  find('facts', HTMLElement).replaceChildren(...describe(entry))
  showIssues('issues', entry.issues)
  showIssues('departures', entry.departures)
  find('headers', HTMLElement).replaceChildren(
    ...entry.headers.map(([name, value]) => toRow(name, value, 'code')),
  )
}

/** @type {(id: string, issues: EntryAnswer['issues']) => void} */
function showIssues(id, issues) {
  find(`${id}-part`, HTMLElement).hidden = issues.length === 0
  find(id, HTMLElement).replaceChildren(
    ...issues.map(({ path, message }) => toRow(path || '(the whole body)', message)),
  )
}

/** @param {EntryAnswer} entry */
function showReason({ state, code, explanation: { means, next }, noted }) {
  find('reason', HTMLElement).dataset.state = state
  find('reason-code', HTMLElement).replaceChildren(element('code', {}, code ?? ''))
  find('reason-means', HTMLElement).replaceChildren(...markCode(means))
  find('reason-next', HTMLElement).replaceChildren(
    ...(next ? [element('strong', {}, 'What to do: '), ...markCode(next)] : []),
  )
  find('notes', HTMLElement).replaceChildren(
    ...noted.map(({ note, means }) =>
      element('li', {}, element('code', {}, note), ' ', ...markCode(means)),
    ),
  )
  find('reason-code', HTMLElement).hidden = code === null
}

/**
 * Words, with the parts between backticks as code.
 * @param {string} words
 */
const markCode = (words) =>
  words.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : part))

const whole = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
  hourCycle: 'h23',
})

/**
 * The facts about an entry, as terms and values.
 * @param {EntryAnswer} entry
 */
function describe(entry) {
  const { receivedAtMs, occurredAt, submissionUuid, verified, tries, lastError } = entry
  const received = new Date(receivedAtMs).toISOString()
  const hasHandler = entry.state !== 'quarantined' && entry.state !== 'duplicate'
  /** @type {[term: string, value: (Node | string)[] | string | null | false, kind?: string][]} */
  const facts = [
    ['Received', [whole.format(receivedAtMs), ' ', element('span', { class: 'dim' }, received)]],
    ['Occurred', occurredAt],
    ['Submission', submissionUuid, 'code'],
    [
      'Signature',
      verified ? 'Verified: the service signed it' : 'Not verified: anyone may have sent it',
    ],
    ['Handler', hasHandler && (tries === 0 ? 'Not tried yet' : `Tried ${toTimes(tries)}`)],
    ['Process died', entry.interruptions > 0 && toTimes(entry.interruptions)],
    ['Last error', lastError, 'code'],
    ['Size', `${entry.bodyBytes.toLocaleString()} bytes`],
    ['Storage key', entry.storageKey, 'code'],
  ]
  return facts.flatMap(([term, value, kind = '']) => {
    if (!value) return []
    const parts = typeof value === 'string' ? reveal(value) : value
    const shown = element('dd', { class: kind }, element('bdi', {}, ...parts))
    return element('div', {}, element('dt', { class: 'dim' }, term), shown)
  })
}

/** @param {number} count */
const toTimes = (count) => (count === 1 ? 'once' : `${count} times`)

/** @type {(name: string, value: string, kind?: string) => HTMLElement} */
const toRow = (name, value, kind = '') =>
  element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('bdi', {}, ...reveal(name))),
    element('td', { class: kind }, element('bdi', {}, ...reveal(value))),
  )

/** The body of the open entry: formatted if it is JSON, as text, or as bytes. */
export function createBody() {
  const shown = find('body', HTMLElement)
  const note = find('body-note', HTMLElement)
  const views = find('views', HTMLFieldSetElement)
  const radios = [...views.querySelectorAll('input')]
  let bytes = new Uint8Array()
  let text = ''
  let isText = true
  /** @type {Piece[] | null} */
  let pieces = null

  /** @type {Record<string, () => (Node | string)[]>} */
  const draw = {
    formatted: () => (pieces ?? []).map(toNode),
    raw: () => reveal(text),
    hex: () => [dumpHex(bytes)],
  }
  /** @param {string} view */
  const show = (view) => {
    for (const radio of radios) radio.checked = radio.value === view
    shown.replaceChildren(...(draw[view]?.() ?? []))
    shown.dataset.view = view
  }
  views.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) show(target.value)
  })

  return {
    /** @param {Uint8Array<ArrayBuffer>} body */
    show(body) {
      bytes = body
      ;({ text, isText } = decode(body))
      pieces = isText ? formatJson(text) : null
      note.hidden = pieces !== null
      note.replaceChildren(...reveal(explain(text, isText)))
      for (const radio of radios) radio.disabled = radio.value === 'formatted' && pieces === null
      show(pieces ? 'formatted' : 'raw')
    },
    /** The body as received, or `null` if it is not text. */
    text: () => (isText ? text : null),
  }
}

/** @type {(text: string, isText: boolean) => string} */
function explain(text, isText) {
  if (text === '') return 'The body is empty.'
  if (!isText) {
    return 'These bytes are not UTF-8. U+FFFD replaces the unreadable parts; Hex shows all bytes.'
  }
  const trouble = findJsonTrouble(text)
  return trouble === null
    ? 'This is nested too deeply to format, so it is shown as received.'
    : `This is not one JSON value, so it is shown as received. The browser says: ${trouble}`
}

/** @param {Piece} piece */
const toNode = ({ kind, text }) =>
  kind === 'mark' ? text : element('span', { class: `json-${kind}` }, ...reveal(text))
