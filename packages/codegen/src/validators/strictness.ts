import type { JsonSchema } from '../model.ts'
import { alsoAll } from './also-all.ts'
import type { Form } from './form.ts'
import { settleBounds, settleCondition, withoutIdleKeywords } from './idle-keywords.ts'
import { keywordRow } from './keyword-table.ts'
import { dropCoveredBranches } from './open-sets.ts'
import { openStrings } from './open-strings.ts'
import { isObject, type JsonObject, mapSubschemas } from './subschemas.ts'

/** What becomes of the `$ref`s of a form. */
export interface RefNames {
  /** Of one that leads to a sent form. @default unchanged */
  sent?: (ref: string) => string
  /** Of one that leads to a received form. @default `@received` is appended */
  received?: (ref: string) => string
}

/** The schema as the writer of a value must meet it: as written. */
export function toSent(schema: JsonSchema, { sent = same }: RefNames = {}): Form {
  return convert(schema, { isExact: true, sent, received: sent })
}

/**
 * The schema as the reader of a value takes it. It accepts everything that the sent form accepts, and
 * beyond that: unknown properties, unknown strings where a set of strings is listed, several branches
 * of `oneOf`, and anything where a subschema is marked `x-sender-only`.
 *
 * A rule may only be relaxed where relaxing it accepts more. Under `not`, under `if` and under
 * `contains` beside `maxContains` it could refuse more, so what stands there is taken exactly, and a
 * `$ref` there leads to a sent form. Elsewhere a `$ref` leads to a received form.
 */
export function toReceived(
  schema: JsonSchema,
  { sent = same, received = markReceived }: RefNames = {},
): Form {
  return convert(schema, { isExact: false, sent, received })
}

interface Conversion extends Required<RefNames> {
  isExact: boolean
}

const same = (ref: string) => ref
const markReceived = (ref: string) => `${ref}@received`

function convert(schema: JsonSchema, conversion: Conversion): Form {
  if (!isObject(schema)) return schema
  if (!conversion.isExact && schema['x-sender-only'] === true) return true
  const rules: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keywordRow(keyword)?.fate !== 'carried') continue
    if (!conversion.isExact && isClosing(keyword, value)) continue
    rules[keyword] = convertKeyword(keyword, value, { schema, conversion })
  }
  const simple = dropCoveredBranches(settleBounds(settleCondition(withoutIdleKeywords(rules))))
  return conversion.isExact ? simple : openStrings(oneOfToAnyOf(simple))
}

/** Rules on what no other rule names: the reader lets it pass. */
function isClosing(keyword: string, value: unknown): boolean {
  if (keyword === 'additionalProperties') return value === false
  return keyword === 'unevaluatedProperties' || keyword === 'unevaluatedItems'
}

type Place = { schema: JsonObject; conversion: Conversion }

function convertKeyword(keyword: string, value: unknown, { schema, conversion }: Place): unknown {
  if (keyword === '$ref')
    return (conversion.isExact ? conversion.sent : conversion.received)(value as string)
  const isExact = conversion.isExact || isExactPlace(keyword, schema)
  return mapSubschemas(keyword, value, (inner) => convert(inner, { ...conversion, isExact }))
}

/** Places where accepting more inside would refuse more outside, or choose another branch. */
export function isExactPlace(keyword: string, schema: JsonObject): boolean {
  return (
    keyword === 'not' || keyword === 'if' || (keyword === 'contains' && 'maxContains' in schema)
  )
}

function oneOfToAnyOf(rules: JsonObject): JsonObject {
  if (!('oneOf' in rules)) return rules
  const { oneOf, ...rest } = rules
  return 'anyOf' in rest ? alsoAll(rest, { anyOf: oneOf }) : { ...rest, anyOf: oneOf }
}
