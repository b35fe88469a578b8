import fc from 'fast-check'
import type { PlainSchema, Schema, Way } from './flatten.ts'

/** Values of one way to satisfy a schema; `undefined` where there are none. */
export type BuildWays = (ways: readonly Way[]) => fc.Arbitrary<unknown> | undefined

export type Tools = {
  /** The ways to satisfy all of some schemas; one that is not there is satisfied by anything. */
  together: (schemas: readonly (Schema | undefined)[]) => Way[]
  build: BuildWays
}

/** Objects that satisfy all of some schemas; `undefined` where there are none. */
export function arbitraryOfObject(
  parts: readonly PlainSchema[],
  { together, build }: Tools,
): fc.Arbitrary<unknown> | undefined {
  const shapes = parts.map(toShape)
  const closed = shapes.filter(({ isClosed }) => isClosed)
  const names = new Set(shapes.flatMap(({ properties }) => Object.keys(properties)))
  const required = new Set(shapes.flatMap((shape) => shape.required))
  const members: Record<string, fc.Arbitrary<unknown>> = {}
  for (const name of new Set([...names, ...required])) {
    const isAllowed = closed.every(({ properties }) => Object.hasOwn(properties, name))
    const member = isAllowed
      ? build(together(shapes.map(({ properties }) => properties[name])))
      : undefined
    if (member) members[name] = member
    else if (required.has(name)) return undefined
  }
  const record = fc.record(members, {
    noNullPrototype: true,
    requiredKeys: [...required].filter((name) => name in members),
  })
  return closed.length > 0 ? record : withMore(record, names)
}

type Shape = {
  properties: Record<string, Schema>
  required: readonly string[]
  isClosed: boolean
}

function toShape({ properties, required, additionalProperties = true }: PlainSchema): Shape {
  if (typeof additionalProperties !== 'boolean') {
    throw new TypeError('additionalProperties has no arbitrary: expected true or false.')
  }
  return {
    properties: (properties ?? {}) as Record<string, Schema>,
    required: (required ?? []) as string[],
    isClosed: !additionalProperties,
  }
}

/** An open object may have members that no schema names. */
const withMore = (record: fc.Arbitrary<object>, names: ReadonlySet<string>) =>
  fc
    .tuple(
      fc.dictionary(
        fc.string().filter((name) => !names.has(name) && name !== '__proto__'),
        fc.jsonValue(),
        { maxKeys: 2, noNullPrototype: true },
      ),
      record,
    )
    .map(([more, known]) => ({ ...more, ...known }))
