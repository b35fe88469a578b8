import type { JsonSchema } from '../model.ts'
import { keywordRow } from './keyword-table.ts'
import { type Form, isObject, type JsonObject, mapSubschemas } from './subschemas.ts'

/** The schema as the writer of a value must meet it: its rules as written, each `$ref` by `rename`. */
export function toSent(schema: JsonSchema, rename: (ref: string) => string = (ref) => ref): Form {
  if (!isObject(schema)) return schema
  const rules: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keywordRow(keyword)?.fate !== 'carried') continue
    const convert = (inner: JsonSchema) => toSent(inner, rename)
    rules[keyword] =
      keyword === '$ref' ? rename(value as string) : mapSubschemas(keyword, value, convert)
  }
  return dropCoveredBranches(settleBounds(settleCondition(withoutIdleKeywords(rules))))
}

/** The keywords of a schema that JSON Schema gives no effect there, as their partner is missing. */
export function idleKeywords(schema: JsonObject): string[] {
  const idle: string[] = []
  if (!('if' in schema)) idle.push('then', 'else')
  if (!('contains' in schema)) idle.push('minContains', 'maxContains')
  else if (schema.minContains === 0 && !('maxContains' in schema))
    idle.push('contains', 'minContains')
  return idle.filter((keyword) => keyword in schema)
}

/** The rules without keywords of no effect, which Ajv in strict mode refuses. */
function withoutIdleKeywords(rules: JsonObject): JsonObject {
  const idle = idleKeywords(rules)
  if (idle.length === 0) return rules
  return Object.fromEntries(Object.entries(rules).filter(([keyword]) => !idle.includes(keyword)))
}

/**
 * The rules with an `if` that leads to nothing written as a branch that may fail. It refuses no value,
 * but it still looks at properties, which `unevaluatedProperties` then leaves alone; Ajv would skip it.
 */
function settleCondition(rules: JsonObject): JsonObject {
  if (!('if' in rules) || !accepts(rules.then) || !accepts(rules.else)) return rules
  const { if: condition, then: _then, else: _else, ...rest } = rules
  return alsoAll(rest, { anyOf: [condition, true] })
}

/** The rules with bounds of `contains` that exclude each other written as what they say: no array passes. */
function settleBounds(rules: JsonObject): JsonObject {
  const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY, ...rest } = rules
  if (contains === undefined || (minContains as number) <= (maxContains as number)) return rules
  return alsoAll(rest, { not: { type: 'array' } })
}

function accepts(schema: unknown): boolean {
  return (
    schema === undefined ||
    schema === true ||
    (isObject(schema) && Object.keys(schema).length === 0)
  )
}

/**
 * The rules with branches of `anyOf` left out that a bare `{ type: string }` beside them covers: an
 * open set, `anyOf: [{ type: string, enum: […] }, { type: string }]`, is a string to a validator. The
 * answer to any value is the same; the function is smaller and its issues are about one thing.
 */
function dropCoveredBranches(rules: JsonObject): JsonObject {
  const { anyOf, ...rest } = rules
  if (!Array.isArray(anyOf) || !anyOf.some(isBareString)) return rules
  const others = anyOf.filter((branch) => !isStringOnly(branch))
  if (others.length > 0) return { ...rules, anyOf: [...others, { type: 'string' }] }
  return 'type' in rest ? { ...rest, anyOf: [{ type: 'string' }] } : { ...rest, type: 'string' }
}

function isBareString(branch: unknown): boolean {
  return isObject(branch) && branch.type === 'string' && Object.keys(branch).length === 1
}

/** True when nothing but strings can pass. */
function isStringOnly(branch: unknown): boolean {
  return isObject(branch) && branch.type === 'string'
}

/** The rules, and another schema that must hold as well. */
export function alsoAll(rules: JsonObject, schema: Form): JsonObject {
  return { ...rules, allOf: [...(Array.isArray(rules.allOf) ? rules.allOf : []), schema] }
}
