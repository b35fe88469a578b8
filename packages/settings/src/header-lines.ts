/** Every value that a request gave a header, one per line it was sent on, whatever the case. */
export function headerLines(rawHeaders: readonly string[], name: string): string[] {
  const wanted = name.toLowerCase()
  return rawHeaders.flatMap((text, index) =>
    index % 2 === 0 && text.toLowerCase() === wanted ? [rawHeaders[index + 1] ?? ''] : [],
  )
}
