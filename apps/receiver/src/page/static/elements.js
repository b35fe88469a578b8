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
  throw new TypeError(`#${id} is not a ${type.name}. Correct index.html.`)
}

/**
 * A new element. Its children are text nodes, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
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
 * Characters that are invisible or reorder their neighbours: controls, direction marks, empty spaces,
 * letters without ink, half surrogate pairs, tags, the replacement character. Joiners of emoji and scripts
 * are left alone.
 */
const odd =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
  /([\0-\x08\x0B-\x1F\x7F-\x9F\xAD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFD\u{E0000}-\u{E007F}]|\p{Cs})\1*/gu

/**
 * The parts of a text, with odd characters spelt out, so that a name cannot hide or turn its neighbours
 * around.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function reveal(text) {
  /** @type {(Node | string)[]} */
  const parts = []
  let at = 0
  for (const { 0: run, 1: one = '', index } of text.matchAll(odd)) {
    const code = `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    const times = run.length / one.length
    const spelt = times === 1 ? code : `${code} ×${times}`
    parts.push(text.slice(at, index), element('span', { class: 'odd tinted' }, spelt))
    at = index + run.length
  }
  return [...parts, text.slice(at)].filter((part) => part !== '')
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const minute = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', hourCycle: 'h23' })

/**
 * The time of today, or the day of another.
 * @param {number} atMs
 */
export function formatMoment(atMs) {
  const at = new Date(atMs)
  const isToday = at.toDateString() === new Date().toDateString()
  return isToday ? clock.format(at) : `${day.format(at)}, ${minute.format(at)}`
}

/** @param {number} bytes */
export function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
