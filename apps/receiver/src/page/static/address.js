// The open entry is in the address, so that people can link to it.

const start = '#entry='

/** @type {(id: string) => string} */
export const toHash = (id) => `${start}${encodeURIComponent(id)}`

/** The entry in the address, or `null`. */
export function readAddress() {
  if (!location.hash.startsWith(start)) return null
  try {
    return decodeURIComponent(location.hash.slice(start.length)) || null
  } catch {
    return null
  }
}

/** @type {(id: string | null) => void} */
export const writeAddress = (id) =>
  history.replaceState(null, '', id === null ? location.pathname : toHash(id))
