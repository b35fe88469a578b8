/** The text with `added` before the first match. */
export function insertBefore(text: string, place: RegExp, added: string): string {
  const at = text.search(place)
  if (at < 0) throw new Error(`Nothing can be added: expected ${place} in the file, received none.`)
  return text.slice(0, at) + added + text.slice(at)
}

/** The text of a README with one more decision at the end of the rules that the package carries. */
export const addRule = (text: string, decision: string): string =>
  insertBefore(text, /(?<=^Contract rules: .*)\.$/m, `, ${decision}`)
