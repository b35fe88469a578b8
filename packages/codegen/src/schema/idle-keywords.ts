import { alsoAll } from './also-all.ts'
import { isObject, type JsonObject } from './subschemas.ts'

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
export function withoutIdleKeywords(rules: JsonObject): JsonObject {
  const idle = idleKeywords(rules)
  if (idle.length === 0) return rules
  return Object.fromEntries(Object.entries(rules).filter(([keyword]) => !idle.includes(keyword)))
}

/**
 * The rules with an `if` that leads to nothing written as a branch that may fail. It refuses no value,
 * but it still looks at properties, which `unevaluatedProperties` then leaves alone; Ajv would skip it.
 */
export function settleCondition(rules: JsonObject): JsonObject {
  if (!('if' in rules) || !accepts(rules.then) || !accepts(rules.else)) return rules
  const { if: condition, then: _then, else: _else, ...rest } = rules
  return alsoAll(rest, { anyOf: [condition, true] })
}

/** The rules with bounds of `contains` that exclude each other written as what they say: no array passes. */
export function settleBounds(rules: JsonObject): JsonObject {
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
