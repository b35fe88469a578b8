import { say } from './actions.js'
import { AnswerError, postAccept } from './api.js'
import { find } from './find.js'

/** @import { EntrySummary } from '../page-api.ts' */
/** @import { OpenEntry } from './actions.js' */

const words = { plain: 'Accept as event', old: 'Accept although it is old' }
/** The entry that was refused as too old: the next click is its confirmation. */
let oldId = ''

/**
 * Offers to accept an entry.
 * @param {EntrySummary} entry
 */
export function showAccept({ id, canAccept }) {
  const button = find('accept', HTMLButtonElement)
  button.hidden = !canAccept
  button.textContent = id === oldId ? words.old : words.plain
}

/**
 * Wires the button that makes an event of the open entry.
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
      ({ outcome }) => say(outcome === 'accepted' ? 'Accepted: it is an event now.' : isThere),
      (error) => {
        if (error instanceof AnswerError && error.code === 'too-old') oldId = id
        say(error instanceof AnswerError ? toWords(error) : 'It could not be accepted.')
      },
    )
    await refresh()
    button.setAttribute('aria-disabled', 'false')
    // The button is gone once the entry is accepted; who pressed it reads on at the title.
    if (button.hidden && document.activeElement === document.body) {
      find('entry-title', HTMLElement).focus()
    }
  })
}

const isThere = 'Its event was already here, so nothing is done twice.'

/** @param {AnswerError} error */
const toWords = ({ code, message }) =>
  code === 'too-old'
    ? 'Its timestamp is too old, so it may be a replay by a third party. Ask the service, then click again to accept it.'
    : message
