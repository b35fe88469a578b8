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
