/** Every value that a request gave a header, one per line it was sent on, whatever the case. */
export function headerLines(rawHeaders: readonly string[], name: string): string[] {
  const wanted = name.toLowerCase()
  const lines: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const text = rawHeaders[at] ?? ''
    // Most names differ in length: those need no copy in lower case.
    const isWanted = text.length === wanted.length && text.toLowerCase() === wanted
    if (isWanted) lines.push(rawHeaders[at + 1] ?? '')
  }
  return lines
}
