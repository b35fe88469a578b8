import { isObject, type JsonObject, memberOf, nameOfRef } from '../json.ts'
import type { JsonSchema, NamedSchema } from '../model.ts'
import {
  allShapes,
  anyShape,
  firstItems,
  listedValues,
  noValue,
  otherMembers,
  type Reading,
  readShape,
  type Shape,
} from '../runtime/shape.ts'
import { toRegExp } from '../schema/to-reg-exp.ts'

/** Reads a value as the generated readers do. It throws where the value does, or nests too deeply. */
export type Reader = (value: unknown) => Reading

/** The readers of schemas by name, without generating code. */
export function createReaders(schemas: readonly NamedSchema[]): Map<string, Reader> {
  const shapes = new Map<string, Shape>()
  for (const { name, schema } of schemas) shapes.set(name, build(toShape(schema), shapes))
  return new Map([...shapes].map(([name, shape]) => [name, (value) => readShape(shape, value)]))
}

function build(plan: ShapePlan, shapes: ReadonlyMap<string, Shape>): Shape {
  const { ref, types, required, properties = {}, patterns = [], rest, items } = plan
  const { values, prefix, min = 0, all, any } = plan
  const one = (part: ShapePlan) => build(part, shapes)
  if (ref !== undefined) return { parts: [allShapes([() => shapes.get(ref) as Shape])] }
  if (types === 0) return { types, parts: [noValue] }
  const byPattern = patterns.map(
    ([pattern, part]) => [toRegExp(pattern) as RegExp, one(part)] as const,
  )
  const names = Object.keys(properties)
  return {
    ...(types !== undefined && { types }),
    ...(required && { required }),
    properties: Object.entries(properties).map(([name, part]) => [name, one(part)] as const),
    ...((plan.patterns ?? rest) && { others: otherMembers(names, byPattern, rest && one(rest)) }),
    ...(items && !prefix && { items: one(items) }),
    parts: [
      ...(values ? [listedValues(values)] : []),
      ...(prefix ? [firstItems(prefix.map(one), min, items && one(items))] : []),
      ...(all ? [allShapes(all.map(one))] : []),
      ...(any ? [anyShape(any.map(one))] : []),
    ],
  }
}

/** What a reader needs of a value: `Shape` of the run time, with schema names for references. */
export interface ShapePlan {
  types?: number
  values?: unknown[]
  required?: string[]
  properties?: Record<string, ShapePlan>
  patterns?: [pattern: string, shape: ShapePlan][]
  rest?: ShapePlan
  prefix?: ShapePlan[]
  min?: number
  items?: ShapePlan
  all?: ShapePlan[]
  any?: ShapePlan[]
  /** The name of another schema, and nothing beside it. */
  ref?: string
}

/** The plan of each schema, by the name of the schema. */
export type ShapePlans = ReadonlyMap<string, ShapePlan>

export const planShapes = (schemas: readonly NamedSchema[]): ShapePlans =>
  new Map(schemas.map(({ name, schema }) => [name, toShape(schema)]))

const typeNames = ['null', 'boolean', 'number', 'string', 'array', 'object']
const bitOf = (type: string) => 1 << typeNames.indexOf(type === 'integer' ? 'number' : type)
const bitsOf = (types: readonly string[]) => types.reduce((bits, type) => bits | bitOf(type), 0)

/**
 * The shape of a schema: the structure without which no program could use a value. Every rule on a
 * value's content (formats, patterns, bounds, listed values) and on how values depend on each other
 * (`if`, `not`, `dependentRequired`, closed objects) binds only the sender.
 */
export function toShape(schema: JsonSchema): ShapePlan {
  if (schema === false) return { types: 0 }
  if (schema === true || isSenderOnly(schema)) return {}
  const shape: ShapePlan = { ...toValues(schema), ...toObject(schema), ...toArray(schema) }
  const all: ShapePlan[] = []
  if (typeof schema.$ref === 'string') all.push({ ref: nameOfRef(schema.$ref) })
  for (const one of listOf(schema.allOf)) all.push(toShape(one))
  const choices = [listOf(schema.anyOf), listOf(schema.oneOf)].filter(({ length }) => length > 0)
  for (const choice of choices) {
    const any = withoutRepeats(choice.map(toShape))
    if (any.some(asksNothing)) continue
    all.push(any.length === 1 ? (any[0] as ShapePlan) : { any })
  }
  return merge(
    shape,
    all.filter((one) => !asksNothing(one)),
  )
}

/** The rules of one shape where the parts allow it, else the parts beside them. */
function merge(shape: ShapePlan, all: readonly ShapePlan[]): ShapePlan {
  const [first, ...others] = all
  if (first === undefined) return shape
  if (others.length === 0 && asksNothing(shape)) return first
  if (others.length === 0 && first.any && Object.keys(first).length === 1)
    return { ...shape, ...first }
  return { ...shape, all: [...all] }
}

export const isSenderOnly = (schema: unknown): boolean =>
  isObject(schema) && schema['x-sender-only'] === true

const asksNothing = (shape: ShapePlan) => Object.keys(shape).length === 0
const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value : [])

function withoutRepeats(shapes: readonly ShapePlan[]): ShapePlan[] {
  const bare = shapes.find(({ types, ...rest }) => types !== undefined && asksNothing(rest))
  // A listed set beside the bare type of its members is open.
  const isCovered = ({ types, values, ...rest }: ShapePlan) =>
    values !== undefined && types === bare?.types && asksNothing(rest)
  const texts = shapes.map((shape) => JSON.stringify(shape))
  return shapes.filter(
    (shape, index) => !isCovered(shape) && texts.indexOf(JSON.stringify(shape)) === index,
  )
}

/** JSON types, and the scalars that the sender may choose from. */
function toValues(schema: JsonObject): ShapePlan {
  const named = schema.type === undefined ? undefined : bitsOf([schema.type].flat() as string[])
  const listed = 'const' in schema ? [schema.const] : schema.enum
  if (!Array.isArray(listed)) return named === undefined ? {} : { types: named }
  const types = bitsOf(listed.map(typeOf)) & (named ?? 63)
  const values = listed.filter((value) => typeof value !== 'object' || value === null)
  const structured = listed.filter((value) => !values.includes(value)).map(shapeOfValue)
  if (structured.length === 0) return { types, values }
  const any =
    values.length > 0 ? [...structured, { types: bitsOf(values.map(typeOf)), values }] : structured
  return { types, any }
}

/** The structure of an object or array that a schema lists as a value. */
function shapeOfValue(value: unknown): ShapePlan {
  const types = bitOf(typeOf(value))
  if (Array.isArray(value)) return { types, prefix: value.map(shapeOfValue), min: value.length }
  if (!isObject(value)) return { types, values: [value] }
  const properties = Object.entries(value).map(([name, one]) => [name, shapeOfValue(one)])
  return { types, required: Object.keys(value), properties: Object.fromEntries(properties) }
}

export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function toObject(schema: JsonObject): ShapePlan {
  const shape: ShapePlan = {}
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const senderOnly = properties.filter(([, one]) => isSenderOnly(one)).map(([name]) => name)
  const required = listOf(schema.required)
    .map(String)
    .filter((name) => !senderOnly.includes(name))
  if (required.length > 0) shape.required = required
  // Keep known members, whatever they hold, so that `rest` does not apply to them.
  const isRestChecked = isObject(schema.additionalProperties)
  const kept = properties
    .map(([name, one]) => [name, toShape(presentForm(one))] as const)
    .filter(([, one]) => isRestChecked || !asksNothing(one))
  if (kept.length > 0) shape.properties = Object.fromEntries(kept)
  if (isObject(schema.patternProperties))
    shape.patterns = Object.entries(schema.patternProperties).map(([pattern, one]) => [
      pattern,
      toShape(one as JsonSchema),
    ])
  if (isRestChecked) {
    const rest = toShape(schema.additionalProperties as JsonSchema)
    if (!asksNothing(rest)) shape.rest = rest
  }
  return shape
}

/** A member that only the sender must give. If present, it is read like any other. */
function presentForm(schema: unknown): JsonSchema {
  if (!isSenderOnly(schema)) return schema as JsonSchema
  const { 'x-sender-only': _, ...rules } = schema as JsonObject
  return rules
}

function toArray(schema: JsonObject): ShapePlan {
  const shape: ShapePlan = {}
  const prefix = listOf(schema.prefixItems).map(toShape)
  if (prefix.length > 0) {
    shape.prefix = prefix
    if (typeof schema.minItems === 'number') shape.min = Math.min(schema.minItems, prefix.length)
  }
  // A closed list, like a closed object, says nothing about how to read what is beyond it.
  if (schema.items !== undefined && schema.items !== false) {
    const items = toShape(schema.items as JsonSchema)
    if (!asksNothing(items)) shape.items = items
  }
  return shape
}

/** The JSON types that a member of a schema's objects may have, such as `string[]`; none for any. */
export function typesOfMember(
  schema: string,
  member: string,
  schemas: readonly NamedSchema[],
): string[] {
  const plans = planShapes(schemas)
  const resolve = (plan: ShapePlan, open: readonly string[] = []): ShapePlan[] => {
    const { ref, all = [] } = plan
    const inner = all.flatMap((one) => resolve(one, open))
    if (ref === undefined || open.includes(ref)) return [plan, ...inner]
    return [...resolve(plans.get(ref) ?? {}, [...open, ref]), ...inner]
  }
  const typesOf = (plan: ShapePlan): string[] => {
    const parts = resolve(plan)
    const bits = parts.reduce((known, { types = 63 }) => known & types, 63)
    const items = parts.flatMap((part) => (part.items && !part.prefix ? [typesOf(part.items)] : []))
    if (bits === 63) return []
    return typeNames
      .filter((name) => bits & bitOf(name))
      .map((name) => (name === 'array' && items[0]?.length === 1 ? `${items[0][0]}[]` : name))
  }
  const found = resolve(plans.get(schema) ?? {}).flatMap(
    ({ properties = {} }) => memberOf(properties, member) ?? [],
  )
  return typesOf({ all: found })
}

const structured = (1 << 4) | (1 << 5)

/** The schemas whose values are neither objects nor arrays. */
export function namesOfScalars(plans: ShapePlans): Set<string> {
  const isScalar = (plan: ShapePlan | undefined, open: readonly string[]): boolean => {
    if (plan === undefined) return false
    const { types, ref, all = [], any = [] } = plan
    if (types !== undefined) return (types & structured) === 0
    if (ref !== undefined) return !open.includes(ref) && isScalar(plans.get(ref), [...open, ref])
    return (
      all.some((one) => isScalar(one, open)) ||
      (any.length > 0 && any.every((one) => isScalar(one, open)))
    )
  }
  return new Set([...plans].flatMap(([name, plan]) => (isScalar(plan, [name]) ? [name] : [])))
}
