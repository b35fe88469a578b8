import { toHash } from './address.js'
import { AnswerError, messageOf, postAccept, postReplay, toBodyPath } from './api.js'
import { find } from './elements.js'

/** @import { EntrySummary } from '../page-api.ts' */

/** @typedef {(id: string) => Promise<string>} Work returns the result in words */

/**
 * The buttons of the open entry.
 * @param {object} entry
 * @param {() => string | null} entry.openId
 * @param {() => string | null} entry.bodyText
 * @param {() => Promise<void>} entry.refresh
 */
export function createActions({ openId, bodyText, refresh }) {
  const replayButton = find('replay', HTMLButtonElement)
  const acceptButton = find('accept', HTMLButtonElement)
  /** The entry that was refused as too old. The next click confirms it. */
  let oldId = ''

  /** @type {(button: HTMLButtonElement, work: Work) => Promise<void>} */
  const act = async (button, work) => {
    const id = openId()
    if (id === null || button.hidden || button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    say(await work(id).catch(messageOf))
    await refresh()
  }

  const replay = async () => {
    if (!replayButton.hidden && replayButton.ariaDisabled === 'true') {
      return say('Not replayed: the event is waiting or has no handler.')
    }
    await act(replayButton, (id) => postReplay(id).then(() => 'Queued for its handler.'))
  }

  /** @type {Work} */
  const accept = async (id) => {
    const allowOld = id === oldId
    oldId = ''
    try {
      const { outcome } = await postAccept(id, { allowOld })
      return outcome === 'accepted'
        ? 'Accepted. It is now an event.'
        : 'Its event was already stored. Nothing else happened.'
    } catch (error) {
      if (!(error instanceof AnswerError) || error.code !== 'too-old') throw error
      oldId = id
      return 'The timestamp is too old, so this may be a replay by a third party. Ask the service, then click again to accept it.'
    }
  }

  replayButton.addEventListener('click', replay)
  acceptButton.addEventListener('click', async () => {
    if (acceptButton.ariaDisabled === 'true') return
    await act(acceptButton, accept)
    acceptButton.ariaDisabled = 'false'
    // An accepted entry has no button, so the focus moves to the title.
    if (!acceptButton.hidden || document.activeElement !== document.body) return
    find('entry-title', HTMLElement).focus()
  })
  find('copy-body', HTMLButtonElement).addEventListener('click', () => copy('Body', bodyText()))
  find('copy-link', HTMLButtonElement).addEventListener('click', () =>
    copy('Link', new URL(toHash(openId() ?? ''), location.href).href),
  )

  return {
    replay,
    /** @param {EntrySummary} entry */
    show({ id, state, canReplay, canAccept }) {
      replayButton.hidden = state === 'quarantined' || state === 'duplicate'
      // It keeps its place and the focus while the handler works.
      replayButton.ariaDisabled = String(!canReplay)
      acceptButton.hidden = !canAccept
      acceptButton.textContent = id === oldId ? 'Accept despite its age' : 'Accept as event'
      find('save', HTMLAnchorElement).href = toBodyPath(id)
    },
  }
}

/** @type {(words: string, place?: string) => void} */
function say(words, place = 'result') {
  const result = find(place, HTMLElement)
  // A screen reader does not repeat unchanged text.
  result.textContent = ''
  requestAnimationFrame(() => {
    result.textContent = words
  })
}

/** @type {(what: string, text: string | null, place?: string) => Promise<void>} */
export async function copy(what, text, place) {
  if (text === null) return say('The body is not text. Save the bytes instead.')
  await navigator.clipboard.writeText(text).then(
    () => say(`${what} copied.`, place),
    () => say(`${what} not copied: the browser does not allow it.`, place),
  )
}
