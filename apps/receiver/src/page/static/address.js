// The open entry is in the address, so that it can be linked to.

const start = '#entry='

/** @param {string} id */
export const toHash = (id) => `${start}${encodeURIComponent(id)}`

/** The entry of the address; `null` for none. */
export function readAddress() {
  const { hash } = location
  if (!hash.startsWith(start)) return null
  try {
    return decodeURIComponent(hash.slice(start.length)) || null
  } catch {
    return null
  }
}

/**
 * @param {string | null} id
 * @param {{ isStep?: boolean }} [options] a step is one that the back button undoes
 */
export function writeAddress(id, { isStep = false } = {}) {
  const address = id === null ? location.pathname : toHash(id)
  if (isStep) history.pushState(null, '', address)
  else history.replaceState(null, '', address)
}
