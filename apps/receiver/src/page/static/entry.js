import { createActions } from './actions.js'
import { AnswerError, fetchBody, fetchEntry, messageOf } from './api.js'
import { find, reveal } from './elements.js'
import { createBody, showParts } from './entry-parts.js'

/** @import { EntryAnswer } from '../page-api.ts' */

/** The pane that shows one entry. */
export function createEntryPane() {
  const pane = find('entry', HTMLElement)
  const placeholder = find('placeholder', HTMLElement)
  const body = createBody()
  let abort = new AbortController()
  /** @type {string | null} */
  let openId = null
  /** Whether the pane shows the open entry, and not an error. */
  let isShown = false
  let drawn = ''

  /** Fetches the open entry again. Its bytes never change. */
  const refresh = async () => {
    const { signal } = abort
    if (openId === null) return
    try {
      const entry = await fetchEntry(openId, signal)
      const bytes = isShown ? null : await fetchBody(openId, signal)
      if (signal.aborted) return
      actions.show(entry)
      // Selection and focus stay unless something changed.
      const text = JSON.stringify(entry)
      if (!isShown || text !== drawn) draw(entry)
      drawn = text
      isShown = true
      if (bytes) body.show(bytes)
    } catch (error) {
      const isGone = error instanceof AnswerError && error.code === 'not-found'
      // The entry stays until it is known to be gone.
      if (signal.aborted || (isShown && !isGone)) return
      isShown = false
      if (isGone) {
        drawTrouble(
          'This delivery is gone',
          'Newer deliveries replaced it, or the link belongs to a different inbox.',
        )
      } else drawTrouble('This delivery cannot be shown', messageOf(error))
    }
  }
  const actions = createActions({ openId: () => openId, bodyText: body.text, refresh })

  return {
    refresh,
    replay: actions.replay,
    openId: () => openId,
    focus: () => find('entry-title', HTMLElement).focus(),
    /** @param {string} id */
    async open(id) {
      if (id === openId) return
      abort.abort()
      abort = new AbortController()
      const { signal } = abort
      openId = id
      isShown = false
      find('result', HTMLElement).textContent = ''
      placeholder.hidden = true
      await refresh()
      if (signal.aborted) return
      pane.hidden = false
      find('entry-pane', HTMLElement).scrollTop = 0
    },
    close() {
      abort.abort()
      openId = null
      pane.hidden = true
      placeholder.hidden = false
    },
  }
}

/** @param {EntryAnswer} entry */
function draw(entry) {
  find('entry-title', HTMLElement).replaceChildren(...reveal(entry.eventName ?? 'No event name'))
  find('entry-state', HTMLElement).dataset.state = entry.state
  find('entry-state', HTMLElement).textContent = entry.state
  find('entry-unverified', HTMLElement).hidden = entry.verified
  find('entry-status', HTMLElement).replaceChildren(...reveal(entry.status ?? ''))
  showParts(entry)
  setEntryHidden(false)
}

/** @type {(title: string, status: string) => void} */
function drawTrouble(title, status) {
  find('entry-title', HTMLElement).textContent = title
  find('entry-status', HTMLElement).textContent = status
  find('entry-unverified', HTMLElement).hidden = true
  setEntryHidden(true)
}

/** @param {boolean} isHidden */
function setEntryHidden(isHidden) {
  for (const id of ['entry-state', 'actions', 'entry-parts'])
    find(id, HTMLElement).hidden = isHidden
}
