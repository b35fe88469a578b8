/** `1 item`, `2 items`, `3 properties`. */
export function countOf(count: unknown, noun: string): string {
  if (count === 1) return `1 ${noun}`
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`
}
