import { countOf } from './count-of.ts'
import type { Finding } from './finding.ts'

/** What stands at the path, as the object of "received": a kind or a length, never a value. */
export function describeReceived(
  value: unknown,
  { path, finding }: { path: string; finding: Finding },
): string {
  const name = finding.propertyName ?? finding.params.propertyName
  if (typeof name === 'string') return `a name of ${countOf(name.length, 'character')}`
  if (finding.keyword === 'depth' || finding.keyword === 'access')
    return 'one that cannot be walked'
  try {
    return describeKind(valueAt(value, path), finding.keyword)
  } catch {
    return 'one that cannot be read'
  }
}

function describeKind(value: unknown, keyword: string): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return `a string of ${countOf(lengthOf(value), 'character')}`
  if (Array.isArray(value)) return `an array of ${countOf(value.length, 'item')}`
  if (typeof value === 'number') return describeNumber(value)
  if (typeof value !== 'object') return `a ${typeof value}`
  return countsProperties.includes(keyword)
    ? `an object of ${countOf(Object.keys(value).length, 'property')}`
    : 'an object'
}

/** In code points, as the rules count; of a long string the order of magnitude will do. */
function lengthOf(text: string): number {
  return text.length > 1000 ? text.length : Array.from(text).length
}

const countsProperties = ['minProperties', 'maxProperties']

function describeNumber(value: number): string {
  if (!Number.isFinite(value)) return 'a number that JSON cannot write'
  return Number.isInteger(value) ? 'an integer' : 'a number'
}

function valueAt(value: unknown, pointer: string): unknown {
  let current = value
  for (const segment of pointer.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key))
      return undefined
    current = (current as Record<string, unknown>)[key]
  }
  return current
}
