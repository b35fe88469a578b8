import { element, find, reveal } from './elements.js'
import { decode, dumpHex, findJsonTrouble, formatJson } from './format-body.js'

/** @import { Piece } from './format-body.js' */

/** @typedef {'formatted' | 'raw' | 'hex'} View */

/** The body of the open entry: formatted where it is JSON, as text, as bytes. */
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

  /** @type {Record<View, () => (Node | string)[]>} */
  const draw = {
    formatted: () => (pieces ?? []).map(toNode),
    raw: () => reveal(text),
    hex: () => [dumpHex(bytes)],
  }
  /** @param {View} view */
  const show = (view) => {
    for (const radio of radios) radio.checked = radio.value === view
    shown.replaceChildren(...draw[view]())
    shown.dataset.view = view
  }
  views.addEventListener('change', ({ target }) => {
    show(/** @type {View} */ (/** @type {HTMLInputElement} */ (target).value))
  })

  return {
    /** @param {Uint8Array<ArrayBuffer>} body */
    show(body) {
      bytes = body
      ;({ text, isText } = decode(body))
      pieces = isText ? formatJson(text) : null
      note.hidden = pieces !== null
      if (!pieces) note.replaceChildren(...reveal(explain({ text, isText })))
      for (const radio of radios) radio.disabled = radio.value === 'formatted' && pieces === null
      show(pieces ? 'formatted' : 'raw')
    },
    /** The body exactly as it came; `null` where it is no text. */
    text: () => (isText ? text : null),
  }
}

/**
 * Why a body is not formatted.
 * @param {{ text: string, isText: boolean }} body
 */
function explain({ text, isText }) {
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
