import { fullFormats } from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { both, flatten, type PlainSchema, type Schema, type Way } from './flatten.ts'

/** Where schemas stand, and who says what a schema takes. */
export type SchemaSource = {
  /** What a `$ref` leads to. */
  resolve: (ref: string) => Schema
  accepts: (schema: Schema, value: unknown) => boolean
}

/** Values of one way to satisfy a schema; `undefined` where there are none. */
type BuildWays = (ways: readonly Way[]) => fc.Arbitrary<unknown> | undefined

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

type Tools = {
  source: SchemaSource
  /** The ways to satisfy all of some schemas; one that is not there is satisfied by anything. */
  together: (schemas: readonly (Schema | undefined)[]) => Way[]
  build: BuildWays
}

function buildWay(way: Way, tools: Tools): fc.Arbitrary<unknown> | undefined {
  const built = buildParts(way.parts, tools)
  const { accepts } = tools.source
  return way.except.reduce<fc.Arbitrary<unknown> | undefined>(
    (arbitrary, condition) => arbitrary?.filter((value) => !accepts(condition, value)),
    built,
  )
}

function buildParts(parts: readonly PlainSchema[], tools: Tools) {
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

function buildType(type: unknown, parts: readonly PlainSchema[], tools: Tools) {
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

/** Objects that satisfy all of some schemas; `undefined` where there are none. */
function arbitraryOfObject(
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

/** Texts that satisfy all of some schemas. */
function arbitraryOfString(parts: readonly PlainSchema[]): fc.Arbitrary<string> {
  const patterns = parts.flatMap(({ pattern }) =>
    typeof pattern === 'string' ? [new RegExp(pattern, 'u')] : [],
  )
  const formats = parts.flatMap(({ format }) => (typeof format === 'string' ? [format] : []))
  const minLength = Math.max(0, ...parts.map((part) => (part.minLength ?? 0) as number))
  const makers = [
    ...patterns.map((pattern) => fc.stringMatching(pattern)),
    ...formats.map(arbitraryOfFormat),
  ]
  const made = makers.length > 0 ? fc.oneof(...makers) : anyText
  return made.filter(
    (text) =>
      [...text].length >= minLength &&
      patterns.every((pattern) => pattern.test(text)) &&
      formats.every((format) => isOfFormat(format, text)),
  )
}

/** Any text, with those among it that have broken readers. */
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['', ' ', 'null', 'VISA_GRANTED', '__proto__', 'constructor', '\u2028', '\u0000'],
      ...['<script>', "Robert'); drop table events;--", '😀', 'e\u0301', '\ufeffBOM'],
    ),
  },
)

const makersOfFormat: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc
    .tuple(
      fc.date({
        min: new Date('0001-01-01T00:00:00.000Z'),
        max: new Date('9999-12-31T23:59:59.999Z'),
        noInvalidDate: true,
      }),
      fc.option(fc.stringMatching(/^[0-9]{1,9}$/)),
    )
    .map(([date, fraction]) => {
      const text = date.toISOString()
      return fraction === null ? text : `${text.slice(0, 19)}.${fraction}Z`
    }),
  email: fc.emailAddress(),
  uri: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
  uuid: fc.uuid(),
}

function arbitraryOfFormat(format: string): fc.Arbitrary<string> {
  const maker = makersOfFormat[format]
  if (maker) return maker
  throw new TypeError(
    `Format ${format} has no arbitrary: expected one of ${Object.keys(makersOfFormat).join(', ')}. Teach it to ${import.meta.filename}.`,
  )
}

function isOfFormat(format: string, text: string): boolean {
  // ajv-formats takes `https://:A`, which is no URI of RFC 3986 and is refused by our validators.
  if (format === 'uri' && !URL.canParse(text)) return false
  const known: unknown = (fullFormats as Record<string, unknown>)[format]
  if (known instanceof RegExp) return known.test(text)
  if (typeof known === 'function') return known(text)
  if (typeof known === 'object' && known !== null && 'validate' in known) {
    const { validate } = known as { validate: RegExp | ((text: string) => boolean) }
    return validate instanceof RegExp ? validate.test(text) : validate(text)
  }
  throw new TypeError(`Format ${format} is unknown to ajv-formats.`)
}
