import { toHash } from './address.js'
import { postReplay, toBodyPath } from './api.js'
import { find } from './find.js'

/** @import { EntrySummary } from '../page-api.ts' */

/**
 * Says what came of an action, to eyes and ears.
 * @param {string} words
 */
export function say(words) {
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
    if (button.ariaDisabled === 'true') return say('Not replayed: it waits, or has no handler.')
    button.setAttribute('aria-disabled', 'true')
    await postReplay(id).then(
      () => say('Queued: its handler gets it once more.'),
      (error) => say(error instanceof Error ? error.message : 'It could not be replayed.'),
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
  if (text === null) return say('The body is not text. Save its bytes instead.')
  await navigator.clipboard.writeText(text).then(
    () => say(`${what} copied.`),
    () => say(`${what} not copied: the browser does not allow it.`),
  )
}
