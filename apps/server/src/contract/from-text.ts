import type { ParameterShape } from './operation.ts'

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/**
 * The value that the text of a parameter spells. A text that spells none of the kind stays as it is,
 * and the parser refuses it.
 */
export function fromText(text: string, kind: ParameterShape['kind']): unknown {
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (kind !== 'integer' && kind !== 'number') return text
  const value = jsonNumber.test(text) ? Number(text) : Number.NaN
  const isExact = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
  return isExact ? value : text
}
