/** Index pairs of two equal items, the later one first; null when all differ. Linear in the size of the items. */
export function findDuplicate(items: readonly unknown[]): [number, number] | null {
  const seen = new Map<unknown, number>()
  for (let index = 0; index < items.length; index += 1) {
    const key = keyOf(items[index])
    const earlier = seen.get(key)
    if (earlier !== undefined) return [index, earlier]
    seen.set(key, index)
  }
  return null
}

/** Scalars stand for themselves, composed values for a text that equal values share and others do not. */
function keyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? `{${textOf(value)}`
    : typeof value === 'string'
      ? `"${value}`
      : value
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (typeof value !== 'object' || value === null) return `${JSON.stringify(value)}`
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${textOf(inner)}`).join()}}`
}
