/**
 * The element of the document that has an id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function find(id, type) {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new TypeError(`#${id} is missing: expected ${type.name}. Correct index.html.`)
}

/**
 * A new element. Whatever is text stays text: children are text nodes, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes] names and values are the page's own
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/**
 * Characters that nobody sees, or that reorder what others see: controls, marks of direction, empty
 * spaces, letters without ink, halves of pairs, tags, and the mark of what could not be read. Joiners of emoji and of scripts stay as they are.
 */
const odd =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /([\0-\x08\x0B-\x1F\x7F-\x9F\xAD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFD\u{E0000}-\u{E007F}]|\p{Cs})\1*/gu

/**
 * Text as what it consists of: an odd character is spelt out, so that a name can neither hide nor
 * turn around what stands beside it.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function reveal(text) {
  /** @type {(Node | string)[]} */
  const parts = []
  let at = 0
  for (const { 0: run, 1: one = '', index } of text.matchAll(odd)) {
    if (index > at) parts.push(text.slice(at, index))
    parts.push(spell(one, run.length / one.length))
    at = index + run.length
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

/**
 * @param {string} one
 * @param {number} times
 */
function spell(one, times) {
  const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return element('span', { class: 'odd' }, times === 1 ? `U+${code}` : `U+${code} ×${times}`)
}
