import { has } from './has.ts'

/** Equality of JSON values: numbers by value, objects whatever the order of their properties. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => deepEqual(item, b[index]))
    )
  }
  const names = presentNames(a)
  return (
    names.length === presentNames(b).length &&
    names.every((name) => has(b, name) && deepEqual(valueAt(a, name), valueAt(b, name)))
  )
}

/** True when the value equals one of the others. */
export function isOneOf(value: unknown, others: readonly unknown[]): boolean {
  return others.some((other) => deepEqual(value, other))
}

/** A property that is undefined is absent: JSON cannot write it. */
function presentNames(object: object): string[] {
  return Object.keys(object).filter((name) => valueAt(object, name) !== undefined)
}

function valueAt(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name]
}
