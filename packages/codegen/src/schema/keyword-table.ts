import { isObject } from '../json.ts'

/** What becomes of a keyword on the way from a schema to a validator. KEYWORDS.md says how. */
type KeywordRow =
  | { fate: 'carried'; value: ValueKind }
  | { fate: 'annotation' }
  | { fate: 'error'; how: string; instead: string }

/** The keywords that validators carry, each with the kind of value that it takes. */
const carried: Readonly<Record<string, ValueKind>> = {
  $ref: 'text',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  if: 'schema',
  then: 'schema',
  else: 'schema',
  dependentSchemas: 'schemasByName',
  properties: 'schemasByName',
  patternProperties: 'schemasByPattern',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  unevaluatedProperties: 'schema',
  prefixItems: 'schemas',
  items: 'schema',
  contains: 'schema',
  unevaluatedItems: 'schema',
  type: 'types',
  enum: 'list',
  const: 'anything',
  multipleOf: 'positive',
  maximum: 'number',
  exclusiveMaximum: 'number',
  minimum: 'number',
  exclusiveMinimum: 'number',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'flag',
  maxContains: 'count',
  minContains: 'count',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  dependentRequired: 'namesByName',
  format: 'text',
}

/** Keywords that refuse no value. */
const annotations = [
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly', 'examples'],
  ...['example', 'externalDocs', 'xml', 'discriminator'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
  ...['$comment', '$schema', '$id', '$anchor', '$dynamicAnchor', '$defs', 'definitions'],
]

/** Documents of an older dialect are converted when they are loaded; elsewhere its keywords mean nothing. */
const of = (dialect: string) => `It belongs to ${dialect} and means nothing in JSON Schema 2020-12.`

/** What standalone functions cannot carry: why, and what to write instead. */
const errors: Readonly<Record<string, readonly [how: string, instead: string]>> = {
  $dynamicRef: [
    'Its target depends on the caller at run time.',
    'Write $ref to the intended schema.',
  ],
  $recursiveRef: [of('draft 2019-09'), 'Write $ref to the intended schema.'],
  $recursiveAnchor: [of('draft 2019-09'), 'Write a component and $ref it.'],
  $vocabulary: ['It belongs in meta-schemas.', 'Leave it out.'],
  nullable: [of('OpenAPI 3.0'), "Write type: [<type>, 'null']."],
  additionalItems: [of('draft-07'), 'Write items beside prefixItems.'],
  dependencies: [of('draft-07'), 'Write dependentRequired or dependentSchemas.'],
  id: [of('draft-04'), 'Leave it out, or put the schema in a file of its own.'],
  divisibleBy: [of('draft-03'), 'Write multipleOf.'],
  extends: [of('draft-03'), 'Write allOf.'],
  disallow: [of('draft-03'), 'Use the keyword not.'],
}

/** Every keyword of JSON Schema 2020-12 and of OpenAPI 3.1 schemas, and the leftovers of their predecessors. */
export const keywordTable: ReadonlyMap<string, KeywordRow> = new Map<string, KeywordRow>([
  ...Object.entries(carried).map(([name, value]) => [name, { fate: 'carried', value }] as const),
  ...annotations.map((name) => [name, { fate: 'annotation' }] as const),
  ...Object.entries(errors).map(
    ([name, [how, instead]]) => [name, { fate: 'error', how, instead }] as const,
  ),
])

/** The row of a keyword; undefined for an unknown one. Extensions (`x-…`) are annotations. */
export function keywordRow(keyword: string): KeywordRow | undefined {
  return keyword.startsWith('x-') ? { fate: 'annotation' } : keywordTable.get(keyword)
}

/** True for a keyword that describes values and rejects none. */
export function isAnnotation(keyword: string): boolean {
  return keywordRow(keyword)?.fate === 'annotation'
}

/** The kind of value that a keyword takes which validators carry. */
export function kindOfValue(keyword: string): ValueKind | undefined {
  const row = keywordRow(keyword)
  return row?.fate === 'carried' ? row.value : undefined
}

type Holds = (value: unknown) => boolean

const isText: Holds = (value) => typeof value === 'string'
const isNumber: Holds = (value) => Number.isFinite(value)
const isSchema: Holds = (value) => typeof value === 'boolean' || isObject(value)
const isListOf = (holds: Holds) => (value: unknown) => Array.isArray(value) && value.every(holds)
const isMapOf = (holds: Holds) => (value: unknown) =>
  isObject(value) && Object.values(value).every(holds)
const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0

const jsonTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const isType: Holds = (value) => jsonTypes.includes(value as string)

export const valueKinds = {
  schema: { expected: 'a schema: an object, true or false', holds: isSchema },
  schemas: {
    expected: 'a list of at least one schema',
    holds: (value: unknown) => isFilled(value) && isListOf(isSchema)(value),
  },
  schemasByName: { expected: 'an object of schemas', holds: isMapOf(isSchema) },
  schemasByPattern: {
    expected: 'an object of schemas, each under a regular expression',
    holds: isMapOf(isSchema),
  },
  names: { expected: 'a list of property names', holds: isListOf(isText) },
  namesByName: {
    expected: 'an object of lists of property names',
    holds: isMapOf(isListOf(isText)),
  },
  types: {
    expected: 'array, boolean, integer, null, number, object or string, or a list of them',
    holds: (value: unknown) => isType(value) || (isFilled(value) && isListOf(isType)(value)),
  },
  list: { expected: 'a list', holds: (value: unknown) => Array.isArray(value) },
  text: { expected: 'a string', holds: isText },
  pattern: { expected: 'a regular expression', holds: isText },
  flag: { expected: 'true or false', holds: (value: unknown) => typeof value === 'boolean' },
  number: { expected: 'a number', holds: isNumber },
  positive: {
    expected: 'a number above 0',
    holds: (value: unknown) => isNumber(value) && Number(value) > 0,
  },
  count: {
    expected: 'a whole number of at least 0',
    holds: (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0,
  },
  anything: { expected: 'any value', holds: () => true },
} satisfies Record<string, { expected: string; holds: Holds }>

type ValueKind = keyof typeof valueKinds
