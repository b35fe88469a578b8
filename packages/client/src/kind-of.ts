/** What a value is, in words that hold none of it: its type, and of a text the length. */
export function kindOf(value: unknown): string {
  if (typeof value === 'string') return `a string of length ${value.length}`
  return value === null ? 'null' : typeof value
}
