import { anyCharacter } from '@partner-platform/harness/any-character'
import fc from 'fast-check'

/** A JSON Schema of the documents' dialect. */
export type Schema = boolean | { readonly [keyword: string]: unknown }

/** A schema that says all it says by itself. */
type PlainSchema = { readonly [keyword: string]: unknown }

/** Where schemas stand, and who says what a schema takes. */
export type SchemaSource = {
  /** What a `$ref` leads to. */
  resolve: (ref: string) => Schema
  accepts: (schema: Schema, value: unknown) => boolean
}

/** `undefined` if there are no such values. */
type Values = fc.Arbitrary<unknown> | undefined

type Applicators = {
  $ref?: string
  allOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  if?: Schema
  then?: Schema
  else?: Schema
}

const applicators = ['$ref', 'allOf', 'anyOf', 'if', 'then', 'else']
const plain = [
  ...['type', 'const', 'enum', 'pattern', 'format', 'minLength', 'minimum', 'maximum'],
  ...['properties', 'required', 'additionalProperties', 'items'],
]
/** They say nothing of a value. */
const annotations = /^(title|description|examples?|x-.*)$/

/**
 * Values that a schema takes, of every branch that it has. Built from what the keywords say, so that it
 * throws a `TypeError` for a keyword or a format that it does not know: a rule of the contract is never
 * left out in silence.
 */
export function arbitraryOf(schema: Schema, source: SchemaSource): fc.Arbitrary<unknown> {
  /** Values that all of these schemas take. */
  function build(all: readonly Schema[]): Values {
    if (all.includes(false)) return undefined
    const some = all.filter((one) => typeof one === 'object')
    const at = some.findIndex((one) => applicators.some((keyword) => keyword in one))
    if (at === -1) return buildParts(some.map(plainPart), build, source)
    const { $ref, allOf = [], anyOf, ...given } = some[at] as Applicators
    const { if: condition, then: yes = true, else: no = true, ...own } = given
    const others = some.toSpliced(at, 1)
    const rest = [...others, own, ...allOf, ...($ref ? [source.resolve($ref)] : [])]
    const branches = anyOf ? anyOf.map((one) => [...rest, one]) : [rest]
    return oneOf(
      branches.flatMap((branch) =>
        condition === undefined
          ? [build(branch)]
          : [
              build([...branch, condition, yes]),
              build([...branch, no])?.filter((value) => !source.accepts(condition, value)),
            ],
      ),
    )
  }
  const built = build([schema])
  if (!built) throw new TypeError('The schema accepts no value.')
  return built
}

function oneOf(branches: readonly Values[]): Values {
  const found = branches.filter((one) => one !== undefined)
  return found.length > 1 ? fc.oneof(...found) : found[0]
}

/** What a schema without applicators says of a value. */
function plainPart(schema: PlainSchema): PlainSchema {
  const entries = Object.entries(schema).filter(([keyword]) => !annotations.test(keyword))
  for (const [keyword] of entries) {
    if (plain.includes(keyword)) continue
    throw new TypeError(
      `Keyword ${keyword} has no arbitrary: expected one of ${[...plain, ...applicators].join(', ')}. Teach ${import.meta.filename} what it means.`,
    )
  }
  return Object.fromEntries(entries)
}

type Build = (all: readonly Schema[]) => Values

function buildParts(all: readonly PlainSchema[], build: Build, source: SchemaSource): Values {
  const parts = all.filter((part) => Object.keys(part).length > 0)
  const listed = parts.flatMap((part) =>
    'const' in part ? [part.const] : ((part.enum ?? []) as unknown[]),
  )
  if (listed.length > 0) {
    const values = listed.filter((value) => source.accepts({ allOf: parts }, value))
    return values.length > 0 ? fc.constantFrom(...values) : undefined
  }
  const [type, ...otherTypes] = new Set(parts.flatMap((part) => part.type ?? []))
  if (otherTypes.length > 0) return undefined
  switch (type) {
    case 'object':
      return arbitraryOfObject(parts, build)
    case 'array': {
      const item = build(parts.map(({ items = true }) => items as Schema))
      return item ? fc.array(item, { maxLength: 3 }) : fc.constant([])
    }
    case 'string':
      return arbitraryOfString(parts, source)
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

/** Objects that satisfy all of some schemas. */
function arbitraryOfObject(parts: readonly PlainSchema[], build: Build): Values {
  const shapes = parts.map(({ properties = {}, required = [], additionalProperties = true }) => {
    if (typeof additionalProperties !== 'boolean') {
      throw new TypeError('additionalProperties has no arbitrary: expected true or false.')
    }
    return {
      properties: properties as Record<string, Schema>,
      required: required as string[],
      isClosed: !additionalProperties,
    }
  })
  const closed = shapes.filter(({ isClosed }) => isClosed)
  const names = new Set(shapes.flatMap(({ properties }) => Object.keys(properties)))
  const required = new Set(shapes.flatMap((shape) => shape.required))
  const members: Record<string, fc.Arbitrary<unknown>> = {}
  for (const name of new Set([...names, ...required])) {
    const isAllowed = closed.every(({ properties }) => Object.hasOwn(properties, name))
    const member = isAllowed
      ? build(shapes.map(({ properties }) => properties[name] ?? true))
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
function arbitraryOfString(
  parts: readonly PlainSchema[],
  { accepts }: SchemaSource,
): fc.Arbitrary<string> {
  const makers = parts.flatMap(({ pattern, format }) => [
    ...(typeof pattern === 'string' ? [fc.stringMatching(new RegExp(pattern, 'u'))] : []),
    ...(typeof format === 'string' ? [arbitraryOfFormat(format)] : []),
  ])
  const made = makers.length > 0 ? fc.oneof(...makers) : anyText
  const isUri = parts.some(({ format }) => format === 'uri')
  return made.filter(
    (text) =>
      accepts({ allOf: parts }, text) &&
      // ajv-formats takes `https://:A`, which is no URI of RFC 3986 and is refused by our validators.
      (!isUri || URL.canParse(text)),
  )
}

/** Any text, with those among it that have broken readers. */
const anyText = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }) },
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
