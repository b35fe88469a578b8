import { say } from './actions.js'
import { AnswerError, postAccept } from './api.js'
import { find } from './find.js'

/** @import { EntrySummary } from '../page-api.ts' */
/** @import { OpenEntry } from './actions.js' */

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

const isThere = 'Its event was already stored, so nothing is done twice.'

/** @param {AnswerError} error */
const toWords = ({ code, message }) =>
  code === 'too-old'
    ? 'The timestamp is too old, so this may be a replay by a third party. Ask the service, then click again to accept it.'
    : message
