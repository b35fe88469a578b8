/** The segments of a JSON Pointer, unescaped: `/a~1b/0` gives `['a/b', '0']`. @see RFC 6901 */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The JSON Pointer of segments: the inverse of `parsePointer`. */
export function formatPointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${escapeSegment(segment)}`).join('')
}

/** One segment as it stands in a JSON Pointer. */
export function escapeSegment(segment: string): string {
  return segment.includes('~') || segment.includes('/')
    ? segment.replaceAll('~', '~0').replaceAll('/', '~1')
    : segment
}
