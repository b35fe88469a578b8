// What the page remembers of its reader. Storage may be forbidden; it forgets then.

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * @param {string} name
 * @param {string | null} value `null` forgets it
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Nothing depends on it.
  }
}
