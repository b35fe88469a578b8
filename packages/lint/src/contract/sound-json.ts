/** A string of JSON, and the colon behind it where it is a key. */
const strings = /"(?:[^"\\]|\\.)*"(\s*:)?/g

/** Whether a text is JSON in which no object has a key twice. */
export function isSoundJson(text: string): boolean {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return false
  }
  // Of a key that is there twice, one is left.
  const written = text.match(strings)?.filter((one) => one.endsWith(':')).length ?? 0
  return written === countKeys(value)
}

function countKeys(value: unknown): number {
  let count = 0
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    const parts: unknown[] = Object.values(next)
    if (!Array.isArray(next)) count += parts.length
    for (const part of parts) left.push(part)
  }
  return count
}
