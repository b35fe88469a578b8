import { parse } from 'yaml'

/** The value of a JSON or YAML text. Throws where it is neither. JSON is read as such, which is much quicker. */
export function parseText(text: string): unknown {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // YAML may start like this too, and tells line and column of what is wrong.
    }
  }
  return parse(text, { maxAliasCount: -1 })
}
