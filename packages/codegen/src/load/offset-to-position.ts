/** Line and column, both from 1, of an offset in UTF-16 units. */
export function offsetToPosition(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}
