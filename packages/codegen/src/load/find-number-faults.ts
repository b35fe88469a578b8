import { escapeSegment } from './json-pointer.ts'

/** A number that cannot be taken as it is written. */
export interface NumberFault {
  pointer: string
  /** The number: not finite, or a whole number beyond what is exact. */
  value: number
}

/** Digits enough for a whole number beyond 2^53, and what YAML and JSON write beyond all numbers with. */
const SUSPECT = /\d{16}|\.(?:inf|nan)|\d[eE]\+?\d{3}/i

/** The numbers of a parsed text that are not those its writer sees. Linear, and free where none can be. */
export function findNumberFaults(text: string, value: unknown): NumberFault[] {
  const faults: NumberFault[] = []
  if (!SUSPECT.test(text)) return faults
  const seen = new Set<unknown>()
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node === 'number') {
      if (!Number.isFinite(node) || (isInexact(node, text) && !isExample(pointer)))
        faults.push({ pointer, value: node })
    } else if (typeof node === 'object' && node !== null && !seen.has(node)) {
      seen.add(node)
      for (const [key, inner] of Object.entries(node))
        visit(inner, `${pointer}/${escapeSegment(key)}`)
    }
  }
  visit(value, '')
  return faults
}

/** True for a whole number too large to be exact whose digits are written out, unlike those of 1.5e300. */
function isInexact(value: number, text: string): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return false
  return text.includes(BigInt(Math.abs(value)).toString().slice(0, 15))
}

/** True within an example, whose numbers stand for no rule; a property may bear that name. */
function isExample(pointer: string): boolean {
  return /(?<!\/properties)\/examples?(\/|$)/.test(pointer)
}
