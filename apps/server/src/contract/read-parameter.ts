import type { Issue } from '@partner-platform/validators'
import { isPlainText } from './is-plain-text.ts'
import type { ParameterShape } from './operation.ts'
import type { Parse } from './surface.ts'

/** One parameter of an operation, and how its texts are read. */
export type BoundParameter = {
  name: string
  shape: ParameterShape
  parse: Parse | null
  /** JSON Pointer of its issues. */
  path: string
  /** Undefined for a text that cannot be decoded. */
  decode: (text: string) => string | undefined
}

export type ReadParameter =
  | { ok: true; value: unknown }
  | { ok: false; issues: readonly Issue[] }
  | undefined

/** The value of a parameter from the texts that a request gave for it; undefined for none. */
export function readParameter(parameter: BoundParameter, texts: readonly string[]): ReadParameter {
  const { shape, parse, path } = parameter
  const [text] = texts
  if (text === undefined)
    return shape.required ? fault(path, 'required', 'a value, received none') : undefined
  const isRepeatable = shape.kind === 'array' && shape.explode === true
  if (texts.length > 1 && !isRepeatable)
    return fault(path, 'maxItems', `one value, received ${texts.length}`)
  const parts = shape.kind === 'array' && !isRepeatable ? text.split(',') : texts
  const decoded = parts.map(parameter.decode)
  if (!decoded.every((part) => part !== undefined && isPlainText(part)))
    return fault(path, 'pattern', 'percent-encoded UTF-8 without NUL, received something else')
  const value = toValue(decoded as string[], shape)
  const result = parse?.(value) ?? { ok: true, value }
  if (result.ok) return result
  return {
    ok: false,
    issues: result.issues.map((issue) => ({ ...issue, path: `${path}${issue.path}` })),
  }
}

function toValue(parts: readonly string[], { kind, items = null }: ParameterShape): unknown {
  const [text = ''] = parts
  return kind === 'array' ? parts.map((part) => fromText(part, items)) : fromText(text, kind)
}

function fault(path: string, keyword: string, expected: string) {
  return { ok: false as const, issues: [{ path, keyword, message: `expected ${expected}` }] }
}

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/**
 * The value that the text of a parameter spells. A text that spells none of the kind stays as it is,
 * and the parser refuses it.
 */
function fromText(text: string, kind: ParameterShape['kind']): unknown {
  if (kind === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (kind !== 'integer' && kind !== 'number') return text
  const value = jsonNumber.test(text) ? Number(text) : Number.NaN
  const isExact = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)
  return isExact ? value : text
}
