import { isObject } from '../json.ts'

/** What becomes of a keyword on the way from a schema to a validator. */
type KeywordRow =
  | { fate: 'carried'; value: ValueKind; how: string }
  | { fate: 'annotation'; how: string }
  | { fate: 'error'; how: string; instead: string }

const carried = (value: ValueKind, how: string): KeywordRow => ({ fate: 'carried', value, how })
const annotation = (how: string): KeywordRow => ({ fate: 'annotation', how })
const error = (how: string, instead: string): KeywordRow => ({ fate: 'error', how, instead })

/** Documents of an older dialect are converted when they are loaded; elsewhere its keywords mean nothing. */
const of = (dialect: string) => `It belongs to ${dialect} and means nothing in JSON Schema 2020-12.`

/** Every keyword of JSON Schema 2020-12 and of OpenAPI 3.1 schemas, and the leftovers of their predecessors. */
export const keywordTable: Readonly<Record<string, KeywordRow>> = {
  // Applicators
  $ref: carried('text', 'Calls the function of the schema that it names.'),
  allOf: carried('schemas', 'Every branch is checked.'),
  anyOf: carried('schemas', 'One branch must pass.'),
  oneOf: carried(
    'schemas',
    'Exactly one branch must pass; a reader takes the branch with the fewest departures.',
  ),
  not: carried('schema', 'Must fail; ignored by a reader.'),
  if: carried('schema', 'Chooses between `then` and `else`; ignored by a reader.'),
  then: carried('schema', 'Checked if `if` passes.'),
  else: carried('schema', 'Checked if `if` fails.'),
  dependentSchemas: carried('schemasByName', 'Checked if the property is present.'),
  properties: carried(
    'schemasByName',
    'Checked if the property is present: an own property that is not undefined.',
  ),
  patternProperties: carried('schemasByPattern', 'Checked on each property whose name matches.'),
  additionalProperties: carried(
    'schema',
    'Checked on the other properties; a reader accepts unknown ones if it is `false`.',
  ),
  propertyNames: carried('schema', 'Checked on each property name.'),
  unevaluatedProperties: carried(
    'schema',
    'Checked on what no other keyword evaluated; ignored by a reader.',
  ),
  prefixItems: carried('schemas', 'Checked item by item.'),
  items: carried('schema', 'Checked on the items after `prefixItems`.'),
  contains: carried('schema', 'At least one item must pass; ignored by a reader.'),
  unevaluatedItems: carried(
    'schema',
    'Checked on what no other keyword evaluated; ignored by a reader.',
  ),
  // Assertions
  type: carried('types', 'One JSON type or several; NaN and infinities are not numbers.'),
  enum: carried(
    'list',
    'Deep equality with one member; a reader accepts any value of the same JSON type.',
  ),
  const: carried('anything', 'Deep equality; a reader accepts any value of the same JSON type.'),
  multipleOf: carried('positive', 'Exact decimal arithmetic: 19.99 is a multiple of 0.01.'),
  maximum: carried('number', 'Number comparison.'),
  exclusiveMaximum: carried('number', 'Number comparison.'),
  minimum: carried('number', 'Number comparison.'),
  exclusiveMinimum: carried('number', 'Number comparison.'),
  maxLength: carried('count', 'Counts Unicode code points.'),
  minLength: carried('count', 'Counts Unicode code points.'),
  pattern: carried(
    'pattern',
    'A regular expression with the `u` flag, or without it if it is valid only without (with a notice).',
  ),
  maxItems: carried('count', 'Counts items.'),
  minItems: carried('count', 'Counts items.'),
  uniqueItems: carried('flag', 'Deep inequality of all items, in linear time.'),
  maxContains: carried('count', 'Upper bound of `contains`.'),
  minContains: carried('count', 'Lower bound of `contains`.'),
  maxProperties: carried('count', 'Counts own properties.'),
  minProperties: carried('count', 'Counts own properties.'),
  required: carried('names', 'Own properties that are not undefined.'),
  dependentRequired: carried(
    'namesByName',
    'Own properties that are not undefined, if another is present.',
  ),
  format: carried(
    'text',
    'See the table of formats; an unknown one checks nothing and is reported as a notice.',
  ),
  // Annotations: they refuse no value
  title: annotation('Kept for docs and types.'),
  description: annotation('Kept for docs and types.'),
  default: annotation('No value is ever filled in.'),
  deprecated: annotation('Kept for docs and types.'),
  readOnly: annotation('`required` still applies in both directions.'),
  writeOnly: annotation('`required` still applies in both directions.'),
  examples: annotation('Kept for docs.'),
  example: annotation('OpenAPI, superseded by `examples`.'),
  externalDocs: annotation('OpenAPI; kept for docs.'),
  xml: annotation('OpenAPI; the validators see JSON only.'),
  discriminator: annotation('OpenAPI; `oneOf` and `anyOf` decide, with the same answer.'),
  contentEncoding: annotation('JSON Schema 2020-12 makes it an annotation: text is not decoded.'),
  contentMediaType: annotation('JSON Schema 2020-12 makes it an annotation: text is not parsed.'),
  contentSchema: annotation('JSON Schema 2020-12 makes it an annotation: text is not parsed.'),
  $comment: annotation('For readers of the document.'),
  $id: annotation('The base of relative `$ref`s; resolved when the document is loaded.'),
  $anchor: annotation('A name for `$ref`s; resolved when the document is loaded.'),
  $dynamicAnchor: annotation('An `$anchor`, because `$dynamicRef` is not carried.'),
  $schema: annotation('Names the dialect; read when the document is loaded.'),
  $defs: annotation('Holds schemas; each one that a `$ref` reaches has a function of its own.'),
  definitions: annotation(
    'Holds schemas; each one that a `$ref` reaches has a function of its own.',
  ),
  // What standalone functions cannot carry
  $dynamicRef: error(
    'Its target depends on the caller at run time.',
    'Write $ref to the schema that is meant.',
  ),
  $recursiveRef: error(of('draft 2019-09'), 'Write $ref to the schema that is meant.'),
  $recursiveAnchor: error(of('draft 2019-09'), 'Write a component and $ref it.'),
  $vocabulary: error('It belongs in meta-schemas.', 'Leave it out.'),
  // Leftovers
  nullable: error(of('OpenAPI 3.0'), "Write type: [<type>, 'null']."),
  additionalItems: error(of('draft-07'), 'Write items beside prefixItems.'),
  dependencies: error(of('draft-07'), 'Write dependentRequired or dependentSchemas.'),
  id: error(of('draft-04'), 'Leave it out, or put the schema in a file of its own.'),
  divisibleBy: error(of('draft-03'), 'Write multipleOf.'),
  extends: error(of('draft-03'), 'Write allOf.'),
  disallow: error(of('draft-03'), 'Write not.'),
}

/** The row of a keyword; undefined for an unknown one. Extensions (`x-…`) are annotations. */
export function keywordRow(keyword: string): KeywordRow | undefined {
  if (keyword.startsWith('x-')) return extension
  return Object.hasOwn(keywordTable, keyword) ? keywordTable[keyword] : undefined
}

const extension = annotation('An extension; only `x-sender-only` changes a validator.')

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

/** The types that JSON Schema knows. */
const jsonTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const isType: Holds = (value) => jsonTypes.includes(value as string)

/** The kinds of value that keywords take. */
export const valueKinds = {
  schema: { expected: 'a schema: an object, true or false', holds: isSchema },
  schemas: {
    expected: 'a list of at least one schema',
    holds: (value: unknown) => isFilled(value) && isListOf(isSchema)(value),
  },
  schemasByName: { expected: 'an object of schemas', holds: isMapOf(isSchema) },
  schemasByPattern: {
    expected: 'an object of schemas by regular expression',
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
