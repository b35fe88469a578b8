import type { Contract, JsonSchema, NamedSchema } from '../model.ts'
import { nameNarrowings } from './name-narrowings.ts'
import type { Condition, Narrowing } from './narrowing.ts'

/**
 * The narrowings that the schemas state, by `if` with one property of one value and `then` with
 * `required`, also inside `allOf`. Sorted by schema, property and value; names are unique.
 */
export function findNarrowings(contract: Contract): Narrowing[] {
  const conditions = contract.schemas.flatMap(conditionsOf)
  return nameNarrowings(conditions, contract)
}

function conditionsOf({ name, schema }: NamedSchema): Condition[] {
  const merged = new Map<string, Condition>()
  for (const found of conditionsIn(schema)) {
    const key = JSON.stringify([found.property, found.value])
    const required = [...(merged.get(key)?.required ?? []), ...found.required]
    merged.set(key, { ...found, schema: name, required: [...new Set(required)].sort() })
  }
  return [...merged.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, condition]) => condition)
}

type Found = Pick<Condition, 'property' | 'value' | 'required'>

function conditionsIn(schema: unknown): Found[] {
  if (!isObject(schema)) return []
  const inner = Array.isArray(schema.allOf) ? schema.allOf.flatMap(conditionsIn) : []
  const tested = testedValue(schema.if)
  const required = requiredBy(schema.then)
  return tested === undefined || required.length === 0 ? inner : [{ ...tested, required }, ...inner]
}

/** Property and value, when the schema asks for these and for nothing else. */
function testedValue(schema: unknown): Pick<Condition, 'property' | 'value'> | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined
  const [[property, tested] = [], ...others] = Object.entries(schema.properties)
  if (property === undefined || others.length > 0) return undefined
  if (!Array.isArray(schema.required) || !schema.required.every((name) => name === property))
    return undefined
  if (schema.required.length === 0 || hasOtherRules(schema, ['properties', 'required', 'type']))
    return undefined
  const value = soleValue(tested)
  return value === undefined ? undefined : { property, value }
}

function soleValue(schema: unknown): Condition['value'] | undefined {
  if (!isObject(schema) || hasOtherRules(schema, ['const', 'enum', 'type'])) return undefined
  const values = 'const' in schema ? [schema.const] : schema.enum
  const [value, ...others] = Array.isArray(values) ? values : []
  return others.length === 0 && isScalar(value) ? value : undefined
}

/** Annotations do not change what a condition tests, so only rules count. */
function hasOtherRules(schema: Record<string, unknown>, known: readonly string[]): boolean {
  const annotations = ['title', 'description', '$comment', 'examples', 'default']
  return Object.keys(schema).some(
    (keyword) =>
      !known.includes(keyword) && !annotations.includes(keyword) && !keyword.startsWith('x-'),
  )
}

function requiredBy(schema: unknown): string[] {
  if (!isObject(schema) || !Array.isArray(schema.required)) return []
  return schema.required.filter((name) => typeof name === 'string')
}

function isScalar(value: unknown): value is Condition['value'] {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function isObject(value: JsonSchema | unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
