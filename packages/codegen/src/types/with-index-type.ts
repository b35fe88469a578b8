import { isObject, type JsonObject } from '../bundle/node.ts'
import type { JsonSchema } from '../model.ts'
import { saysSomething } from './says-something.ts'
import { TEXTS } from './texts.ts'

/** Marks the type of a property that may be missing for the transform hook: typed `undefined`. */
export const UNDEFINED = 'x-undefined'

/**
 * The shape with one index signature for `additionalProperties` and `patternProperties`. TypeScript holds
 * it against the named properties too, so it takes in their types, and `undefined` where one may be
 * missing. It is `unknown` where it would tell the types of nested objects a second time.
 */
export function withIndexType(shape: JsonObject): JsonObject {
  const { patternProperties, ...rest } = shape
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : []
  const { additionalProperties = true } = rest
  if (patterns.length === 0 && !isObject(additionalProperties)) return rest
  const others = [additionalProperties, ...patterns].filter((type) => type !== false)
  return { ...rest, additionalProperties: others.length > 0 && toUnion(others, rest) }
}

function toUnion(others: readonly unknown[], shape: JsonObject): JsonSchema {
  const properties = isObject(shape.properties) ? shape.properties : {}
  const required = new Set(Array.isArray(shape.required) ? shape.required : [])
  const named = Object.values(properties).filter((type) => type !== false)
  const members = [...others, ...named] as JsonSchema[]
  if (!members.every(saysSomething) || named.some(isLarge)) return true
  if (Object.keys(properties).some((name) => !required.has(name)))
    members.push({ type: 'null', [UNDEFINED]: true })
  const distinct = new Map(members.map((type) => [JSON.stringify(withoutTexts(type)), type]))
  const [only, ...more] = distinct.values()
  return only !== undefined && more.length === 0 ? only : { anyOf: [...distinct.values()] }
}

function isLarge(type: unknown): boolean {
  return JSON.stringify(type).includes('"properties":')
}

function withoutTexts(type: JsonSchema): JsonSchema {
  if (typeof type === 'boolean') return type
  return Object.fromEntries(Object.entries(type).filter(([keyword]) => !TEXTS.includes(keyword)))
}
