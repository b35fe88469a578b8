import { formatPointer } from '../json.ts'

/** Enough digits for an integer beyond 2^53, or a way to write infinity or NaN in YAML or JSON. */
const suspect = /\d{16}|\.(?:inf|nan)|\d[eE]\+?\d{3}/i

/** The numbers that are not finite, or not those that the text writes. Most texts cost one pattern. */
export function findNumberFaults(
  text: string,
  value: unknown,
): { pointer: string; value: number }[] {
  const faults: { pointer: string; value: number }[] = []
  if (!suspect.test(text)) return faults
  const seen = new Set<unknown>()
  const segments: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node === 'number') {
      if (Number.isFinite(node) && !isInexact(node, text)) return
      const pointer = formatPointer(segments)
      if (!Number.isFinite(node) || !isExample(pointer)) faults.push({ pointer, value: node })
    } else if (typeof node === 'object' && node !== null && !seen.has(node)) {
      seen.add(node)
      for (const [key, inner] of Object.entries(node)) {
        segments.push(key)
        visit(inner)
        segments.pop()
      }
    }
  }
  visit(value)
  return faults
}

/** True for an inexact integer with all its digits written out, unlike 1.5e300. */
function isInexact(value: number, text: string): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return false
  return text.includes(BigInt(Math.abs(value)).toString().slice(0, 15))
}

/** True inside an example, whose numbers are no rules. A property may be called that, too. */
function isExample(pointer: string): boolean {
  return /(?<!\/properties)\/examples?(\/|$)/.test(pointer)
}
