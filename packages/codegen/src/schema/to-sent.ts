import { isObject, type JsonObject, listOf, reachedFrom, refOf } from '../json.ts'
import type { JsonSchema, NamedSchema } from '../model.ts'
import { keywordRow } from './keyword-table.ts'
import { type Form, mapSubschemas, subschemasOf } from './subschemas.ts'

/** The schema as the sender must meet it: the rules as written, each `$ref` renamed by `rename`. */
export function toSent(schema: JsonSchema, rename: (ref: string) => string = (ref) => ref): Form {
  if (!isObject(schema)) return schema
  const rules: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keywordRow(keyword)?.fate !== 'carried') continue
    const convert = (inner: JsonSchema) => toSent(inner, rename)
    rules[keyword] =
      keyword === '$ref' ? rename(value as string) : mapSubschemas(keyword, value, convert)
  }
  const settled = settleBounds(settleCondition(moveProto(withoutIdleKeywords(rules))))
  return dropCoveredBranches(settled)
}

/** The keywords of a schema that have no effect, because the keyword they depend on is missing. */
export function idleKeywords(schema: JsonObject): string[] {
  const idle: string[] = []
  if (!('if' in schema)) idle.push('then', 'else')
  if (!('contains' in schema)) idle.push('minContains', 'maxContains')
  return idle.filter((keyword) => keyword in schema)
}

/** The rules with a property named `__proto__` as a pattern, because Ajv skips it under `properties`. */
function moveProto(rules: JsonObject): JsonObject {
  const { properties, patternProperties, ...rest } = rules
  if (!isObject(properties) || !Object.hasOwn(properties, '__proto__')) return rules
  const entries = Object.entries(properties)
  const patterns = entries.flatMap(([name, value]) =>
    name === '__proto__' ? [['^__proto__$', value]] : [],
  )
  return {
    ...rest,
    properties: Object.fromEntries(entries.filter(([name]) => name !== '__proto__')),
    patternProperties: { ...(patternProperties as object), ...Object.fromEntries(patterns) },
  }
}

/** The rules without keywords that have no effect: Ajv in strict mode rejects them. */
function withoutIdleKeywords(rules: JsonObject): JsonObject {
  for (const keyword of idleKeywords(rules)) delete rules[keyword]
  return rules
}

/**
 * The rules with an `if` that has no `then` or `else` written as a branch that may fail. It rejects no
 * value, but it evaluates properties for `unevaluatedProperties`; Ajv would skip it.
 */
function settleCondition(rules: JsonObject): JsonObject {
  if (!('if' in rules) || !accepts(rules.then) || !accepts(rules.else)) return rules
  const { if: condition, then: _then, else: _else, ...rest } = rules
  return alsoAll(rest, { anyOf: [condition, true] })
}

/**
 * The rules with bounds of `contains` written as what they mean. If they contradict each other, no array
 * passes. Without bounds every array does, but `contains` evaluates items for `unevaluatedItems`.
 */
function settleBounds(rules: JsonObject): JsonObject {
  const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY, ...rest } = rules
  if (contains !== undefined && minContains === 0 && maxContains === Number.POSITIVE_INFINITY)
    return alsoAll(rest, { anyOf: [{ contains }, true] })
  if (contains === undefined || (minContains as number) <= (maxContains as number)) return rules
  return alsoAll(rest, { not: { type: 'array' } })
}

function accepts(schema: unknown = true): boolean {
  return schema === true || (isObject(schema) && Object.keys(schema).length === 0)
}

/**
 * The rules without the branches of `anyOf` that a bare `{ type: string }` covers: to a validator, an
 * open enum, `anyOf: [{ type: string, enum: […] }, { type: string }]`, is a string. The function accepts
 * the same values, is smaller, and reports one issue.
 */
function dropCoveredBranches(rules: JsonObject): JsonObject {
  const { anyOf, ...rest } = rules
  const isString = (branch: unknown) => isObject(branch) && branch.type === 'string'
  const isBare = (branch: object) => isString(branch) && Object.keys(branch).length === 1
  if (!Array.isArray(anyOf) || !anyOf.some(isBare)) return rules
  const others = anyOf.filter((branch) => !isString(branch))
  if (others.length > 0) return { ...rules, anyOf: [...others, { type: 'string' }] }
  return 'type' in rest ? { ...rest, anyOf: [{ type: 'string' }] } : { ...rest, type: 'string' }
}

/** The rules, with one more schema that must hold. */
export function alsoAll(rules: JsonObject, schema: Form): JsonObject {
  return { ...rules, allOf: [...listOf(rules.allOf), schema] }
}

/** The keywords that a TypeScript type is made from. */
export const typedKeywords: ReadonlySet<string> = new Set([
  ...['additionalProperties', 'patternProperties', 'properties', 'items', 'prefixItems'],
  ...['allOf', 'anyOf', 'oneOf'],
])

/**
 * The schemas whose TypeScript type lists values, directly or through a `$ref`: a reader accepts other
 * values of the same JSON type. Enums that are open as written do not count: their types are open.
 */
export function opensValues(schemas: readonly NamedSchema[]): Set<string> {
  const opening = new Set<string>()
  const users = new Map<string, Set<string>>()
  for (const { name, schema } of schemas) {
    for (const form of typedForms(toSent(schema))) {
      if (!isObject(form)) continue
      if ('const' in form || 'enum' in form) opening.add(name)
      const target = refOf(form)
      if (target !== undefined) users.set(target, (users.get(target) ?? new Set()).add(name))
    }
  }
  return reachedFrom(opening, users)
}

function* typedForms(form: Form): Generator<Form> {
  yield form
  for (const { keyword, schema } of subschemasOf(form))
    if (typedKeywords.has(keyword)) yield* typedForms(schema)
}
