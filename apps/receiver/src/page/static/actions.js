import { toHash } from './address.js'
import { AnswerError, postAccept, postReplay, toBodyPath } from './api.js'
import { find } from './elements.js'

/** @import { EntrySummary } from '../page-api.ts' */

/**
 * Says what came of an action, to eyes and ears.
 * @param {string} words
 */
function say(words) {
  const result = find('result', HTMLElement)
  // The same words twice would be told once.
  result.textContent = ''
  requestAnimationFrame(() => {
    result.textContent = words
  })
}

/**
 * Offers what can be done with an entry.
 * @param {EntrySummary | null} entry `null` for one that is not there
 */
export function showActions(entry) {
  find('actions', HTMLElement).hidden = entry === null
  const replay = find('replay', HTMLButtonElement)
  if (!entry) return
  replay.hidden = entry.state === 'quarantined' || entry.state === 'duplicate'
  // It keeps its place and the focus while the handler works.
  replay.setAttribute('aria-disabled', String(!entry.canReplay))
  find('save', HTMLAnchorElement).href = toBodyPath(entry.id)
}

/**
 * @typedef {object} OpenEntry
 * @property {() => string | null} openId
 * @property {() => string | null} bodyText
 * @property {() => Promise<void>} refresh
 */

/**
 * Wires the buttons of the open entry.
 * @param {OpenEntry} entry
 */
export function startActions({ openId, bodyText, refresh }) {
  const button = find('replay', HTMLButtonElement)

  const replay = async () => {
    const id = openId()
    if (id === null || button.hidden) return
    if (button.ariaDisabled === 'true')
      return say('Not replayed: the event is waiting or has no handler.')
    button.setAttribute('aria-disabled', 'true')
    await postReplay(id).then(
      () => say('Queued for its handler.'),
      (error) => say(error instanceof Error ? error.message : 'Could not replay the entry.'),
    )
    await refresh()
  }
  button.addEventListener('click', replay)
  find('copy-body', HTMLButtonElement).addEventListener('click', () => copy('Body', bodyText()))
  find('copy-link', HTMLButtonElement).addEventListener('click', () => {
    copy('Link', new URL(toHash(openId() ?? ''), location.href).href)
  })
  return { replay }
}

/**
 * @param {string} what
 * @param {string | null} text `null` for what is no text
 */
async function copy(what, text) {
  if (text === null) return say('The body is not text. Save the bytes instead.')
  await navigator.clipboard.writeText(text).then(
    () => say(`${what} copied.`),
    () => say(`${what} not copied: the browser forbids it.`),
  )
}

const words = { plain: 'Accept as event', old: 'Accept despite its age' }
/** The entry that was refused as too old. The next click confirms it. */
let oldId = ''

/**
 * Shows the accept button if the entry can be accepted.
 * @param {EntrySummary} entry
 */
export function showAccept({ id, canAccept }) {
  const button = find('accept', HTMLButtonElement)
  button.hidden = !canAccept
  button.textContent = id === oldId ? words.old : words.plain
}

/**
 * Wires the button that accepts the open entry as an event.
 * @param {Pick<OpenEntry, 'openId' | 'refresh'>} entry
 */
export function startAccept({ openId, refresh }) {
  const button = find('accept', HTMLButtonElement)
  button.addEventListener('click', async () => {
    const id = openId()
    if (id === null || button.ariaDisabled === 'true') return
    button.setAttribute('aria-disabled', 'true')
    const allowOld = id === oldId
    oldId = ''
    await postAccept(id, { allowOld }).then(
      ({ outcome }) => say(outcome === 'accepted' ? 'Accepted. It is now an event.' : isThere),
      (error) => {
        if (error instanceof AnswerError && error.code === 'too-old') oldId = id
        say(error instanceof AnswerError ? toWords(error) : 'Could not accept the entry.')
      },
    )
    await refresh()
    button.setAttribute('aria-disabled', 'false')
    // An accepted entry has no button, so the focus moves to the title.
    if (button.hidden && document.activeElement === document.body) {
      find('entry-title', HTMLElement).focus()
    }
  })
}

const isThere = 'Its event was already stored. Nothing else happened.'

/** @param {AnswerError} error */
const toWords = ({ code, message }) =>
  code === 'too-old'
    ? 'The timestamp is too old, so this may be a replay by a third party. Ask the service, then click again to accept it.'
    : message
