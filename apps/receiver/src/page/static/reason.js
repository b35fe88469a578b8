import { element } from './element.js'
import { find } from './find.js'

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
