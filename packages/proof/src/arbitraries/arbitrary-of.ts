import fc from 'fast-check'
import { arbitraryOfObject, type BuildWays, type Tools } from './arbitrary-of-object.ts'
import { arbitraryOfString } from './arbitrary-of-string.ts'
import { both, flatten, type PlainSchema, type Schema, type Way } from './flatten.ts'

/** Where schemas stand, and who says what a schema takes. */
export type SchemaSource = {
  /** What a `$ref` leads to. */
  resolve: (ref: string) => Schema
  accepts: (schema: Schema, value: unknown) => boolean
}

/**
 * Values that a schema takes, of every branch that it has. Built from what the keywords say, so that
 * it throws a `TypeError` for a keyword or a format that it does not know.
 */
export function arbitraryOf(schema: Schema, source: SchemaSource): fc.Arbitrary<unknown> {
  const inner = (one: Schema) => flatten(one, source.resolve)
  const together = (schemas: readonly (Schema | undefined)[]) =>
    schemas.map((one) => inner(one ?? true)).reduce(both, inner(true))
  const build: BuildWays = (ways) => {
    const found = ways.flatMap((way) => buildWay(way, { source, together, build }) ?? [])
    return found.length > 1 ? fc.oneof(...found) : found[0]
  }
  const built = build(inner(schema))
  if (!built) throw new TypeError('The schema takes no value at all.')
  return built
}

type AllTools = Tools & { source: SchemaSource }

function buildWay(way: Way, tools: AllTools): fc.Arbitrary<unknown> | undefined {
  const built = buildParts(way.parts, tools)
  const { accepts } = tools.source
  return way.except.reduce<fc.Arbitrary<unknown> | undefined>(
    (arbitrary, condition) => arbitrary?.filter((value) => !accepts(condition, value)),
    built,
  )
}

function buildParts(parts: readonly PlainSchema[], tools: AllTools) {
  const listed = parts.flatMap((part) =>
    'const' in part ? [[part.const]] : Array.isArray(part.enum) ? [part.enum as unknown[]] : [],
  )
  if (listed.length > 0) {
    const whole = { allOf: parts } as Schema
    const values = listed.flat().filter((value) => tools.source.accepts(whole, value))
    return values.length > 0 ? fc.constantFrom(...values) : undefined
  }
  const types = [...new Set(parts.flatMap(({ type }) => (type === undefined ? [] : [type])))]
  if (types.length > 1) return undefined
  return buildType(types[0], parts, tools)
}

function buildType(type: unknown, parts: readonly PlainSchema[], tools: AllTools) {
  switch (type) {
    case 'object':
      return arbitraryOfObject(parts, tools)
    case 'array': {
      const item = tools.build(
        tools.together(parts.map(({ items }) => items as Schema | undefined)),
      )
      return item ? fc.array(item, { maxLength: 3 }) : fc.constant([])
    }
    case 'string':
      return arbitraryOfString(parts)
    case 'integer':
      return fc.integer({
        min: Math.max(...parts.map(({ minimum = -1_000 }) => minimum as number)),
        max: Math.min(...parts.map(({ maximum = 1_000 }) => maximum as number)),
      })
    case 'boolean':
      return fc.boolean()
    case undefined:
      if (parts.length === 0) return fc.jsonValue()
  }
  throw new TypeError(
    `A schema of type ${String(type)} has no arbitrary. Teach it to ${import.meta.filename}.`,
  )
}
