import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '../../src/model.ts'

/** Whether a value passes, and what was looked at on the way. */
interface Verdict {
  ok: boolean
  props: Set<string>
  items: Set<number>
}

type Rules = { [keyword: string]: unknown }
type Schemas = Readonly<Record<string, JsonSchema>>

/** JSON Schema 2020-12, interpreted keyword by keyword as its text says: slow, and plain enough to trust. */
export function accepts(schema: JsonSchema, value: unknown, schemas: Schemas): boolean {
  return judge(schema, value, schemas).ok
}

function judge(schema: JsonSchema, value: unknown, schemas: Schemas): Verdict {
  const verdict: Verdict = { ok: schema !== false, props: new Set(), items: new Set() }
  if (typeof schema === 'boolean') return verdict
  inPlace(schema, value, { verdict, schemas })
  if (isObject(value)) onObject(schema, value, { verdict, schemas })
  if (Array.isArray(value)) onArray(schema, value, { verdict, schemas })
  verdict.ok &&= onScalar(schema, value)
  return verdict
}

interface Run {
  verdict: Verdict
  schemas: Schemas
}

/** Every branch is judged, also after one failed: each that passes leaves its traces. */
function inPlace(schema: Rules, value: unknown, { verdict, schemas }: Run): void {
  const apply = (inner: unknown): boolean => {
    const { ok, props, items } = judge(inner as JsonSchema, value, schemas)
    if (ok) for (const prop of props) verdict.props.add(prop)
    if (ok) for (const item of items) verdict.items.add(item)
    return ok
  }
  const countPassing = (list: unknown) => (list as unknown[]).filter((inner) => apply(inner)).length
  const need = (ok: boolean) => {
    verdict.ok &&= ok
  }
  if ('$ref' in schema) need(apply(schemas[String(schema.$ref).split('/').at(-1) ?? '']))
  if ('allOf' in schema) need(countPassing(schema.allOf) === (schema.allOf as unknown[]).length)
  if ('anyOf' in schema) need(countPassing(schema.anyOf) > 0)
  if ('oneOf' in schema) need(countPassing(schema.oneOf) === 1)
  if ('not' in schema) need(!judge(schema.not as JsonSchema, value, schemas).ok)
  if ('if' in schema) need(apply(apply(schema.if) ? (schema.then ?? true) : (schema.else ?? true)))
  if (!isObject(value)) return
  for (const [name, inner] of entries(schema.dependentSchemas))
    if (name in value) need(apply(inner))
}

function onObject(schema: Rules, value: Rules, { verdict, schemas }: Run): void {
  const names = Object.keys(value)
  const test = (name: string, inner: unknown, names?: Set<string>) => {
    names?.add(name)
    verdict.ok &&= judge(inner as JsonSchema, value[name], schemas).ok
    verdict.props.add(name)
  }
  const known = new Set<string>()
  for (const [name, inner] of entries(schema.properties))
    if (name in value) test(name, inner, known)
  for (const [pattern, inner] of entries(schema.patternProperties)) {
    for (const name of names) if (new RegExp(pattern, 'u').test(name)) test(name, inner, known)
  }
  if ('additionalProperties' in schema)
    for (const name of names) if (!known.has(name)) test(name, schema.additionalProperties)
  if ('propertyNames' in schema)
    verdict.ok &&= names.every(
      (name) => judge(schema.propertyNames as JsonSchema, name, schemas).ok,
    )
  verdict.ok &&= ((schema.required ?? []) as string[]).every((name) => name in value)
  for (const [name, needed] of entries(schema.dependentRequired)) {
    if (name in value) verdict.ok &&= (needed as string[]).every((other) => other in value)
  }
  verdict.ok &&=
    names.length >= limit(schema.minProperties, 0) && names.length <= limit(schema.maxProperties)
  if ('unevaluatedProperties' in schema)
    for (const name of names) if (!verdict.props.has(name)) test(name, schema.unevaluatedProperties)
}

function onArray(schema: Rules, value: unknown[], { verdict, schemas }: Run): void {
  const passes = (inner: unknown, index: number) =>
    judge(inner as JsonSchema, value[index], schemas).ok
  const test = (inner: unknown, index: number) => {
    verdict.ok &&= passes(inner, index)
    verdict.items.add(index)
  }
  const prefix = (schema.prefixItems ?? []) as unknown[]
  const indexes = [...value.keys()]
  for (const index of indexes.slice(0, prefix.length)) test(prefix[index], index)
  if ('items' in schema) for (const index of indexes.slice(prefix.length)) test(schema.items, index)
  if ('contains' in schema) {
    const matching = indexes.filter((index) => passes(schema.contains, index))
    verdict.ok &&=
      matching.length >= limit(schema.minContains, 1) &&
      matching.length <= limit(schema.maxContains)
    for (const index of matching) verdict.items.add(index)
  }
  if (schema.uniqueItems === true)
    verdict.ok &&= indexes.every(
      (index) => !value.slice(index + 1).some((other) => isDeepStrictEqual(other, value[index])),
    )
  verdict.ok &&= value.length >= limit(schema.minItems, 0) && value.length <= limit(schema.maxItems)
  if ('unevaluatedItems' in schema)
    for (const index of indexes) if (!verdict.items.has(index)) test(schema.unevaluatedItems, index)
}

function onScalar(schema: Rules, value: unknown): boolean {
  const types = [schema.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => isType(value, type))) return false
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => isDeepStrictEqual(one, value)))
    return false
  if ('const' in schema && !isDeepStrictEqual(schema.const, value)) return false
  if (typeof value === 'number')
    return value >= limit(schema.minimum, -Infinity) && value <= limit(schema.maximum)
  if (typeof value !== 'string') return true
  const { length } = Array.from(value)
  return length >= limit(schema.minLength, 0) && length <= limit(schema.maxLength)
}

function isType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function limit(bound: unknown, otherwise = Number.POSITIVE_INFINITY): number {
  return typeof bound === 'number' ? bound : otherwise
}

function entries(map: unknown): [string, unknown][] {
  return Object.entries((map ?? {}) as object)
}

function isObject(value: unknown): value is Rules {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
