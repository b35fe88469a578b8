import { showAccept, showActions } from './actions.js'
import { AnswerError, fetchBody, fetchEntry } from './api.js'
import { createBody } from './body.js'
import { find, reveal } from './elements.js'
import { createFacts, showHeaders, showIssues, showReason } from './entry-parts.js'

/** @import { EntryAnswer } from '../page-api.ts' */

/** The pane that shows one entry. */
export function createEntryPane() {
  const pane = find('entry', HTMLElement)
  const placeholder = find('placeholder', HTMLElement)
  const parts = find('entry-parts', HTMLElement)
  const title = find('entry-title', HTMLElement)
  const badge = find('entry-state', HTMLElement)
  const status = find('entry-status', HTMLElement)
  const body = createBody()
  const facts = createFacts()
  let abort = new AbortController()
  /** @type {string | null} */
  let openId = null
  /** Whether the pane shows the open entry, rather than why it cannot. */
  let isShown = false
  let drawn = ''

  /** @param {EntryAnswer} entry */
  const draw = (entry) => {
    showActions(entry)
    showAccept(entry)
    // What is selected or reached in it stays, unless it changed.
    const text = JSON.stringify(entry)
    if (isShown && text === drawn) return
    drawn = text
    title.replaceChildren(...reveal(entry.eventName ?? 'No event name'))
    badge.hidden = false
    badge.dataset.state = entry.state
    badge.textContent = entry.state
    status.replaceChildren(...reveal(entry.status ?? ''))
    showReason(entry)
    facts.show(entry)
    showIssues(entry.issues)
    showHeaders(entry.headers)
    parts.hidden = false
    isShown = true
  }

  /** @param {unknown} error */
  const drawTrouble = (error) => {
    const isGone = error instanceof AnswerError && error.status === 404
    // What is shown stays until it is known to be gone.
    if (isShown && !isGone) return
    title.textContent = isGone ? 'This entry is gone' : 'This entry cannot be shown'
    badge.hidden = true
    status.textContent = isGone
      ? 'Newer entries replaced it, or the link is to another inbox.'
      : `${error instanceof Error ? error.message : ''}`
    showActions(null)
    parts.hidden = true
    isShown = false
  }

  /** Asks for the open entry as it is now; its bytes stay as they are. */
  const refresh = async () => {
    const id = openId
    const { signal } = abort
    if (id === null) return
    try {
      const entry = await fetchEntry(id, signal)
      const bytes = isShown ? null : await fetchBody(id, signal)
      if (signal.aborted) return
      draw(entry)
      if (bytes) body.show(bytes)
    } catch (error) {
      if (!signal.aborted) drawTrouble(error)
    }
  }

  return {
    refresh,
    bodyText: body.text,
    openId: () => openId,
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
    focus: () => title.focus(),
  }
}
