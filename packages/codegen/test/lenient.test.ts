import { expect, test } from 'vitest'
import { generate } from '../src/generate.ts'
import type { GeneratedFile } from '../src/model.ts'
import { checkTypes } from './check-types.ts'
import { writeDocuments } from './write-documents.ts'

const sources: GeneratedFile[] = []

/** Generates leniently, and keeps the files to compile all at once. */
async function generateLeniently(files: Record<string, string>) {
  const cwd = writeDocuments(files)
  const mistakes: string[] = []
  const kind = 'openapi.yaml' in files ? 'openapi' : 'asyncapi'
  const documents = { [kind]: [`${kind}.yaml`], cwd, lenient: true }
  const generated = await generate({ ...documents, onMistake: (one) => mistakes.push(one) })
  const folder = String(sources.length)
  for (const { path, content } of generated)
    if (!path.endsWith('.js')) sources.push({ path: `${folder}/${path}`, content })
  const textOf = (path: string) => generated.find((file) => file.path === path)?.content ?? ''
  return { mistakes, types: textOf('openapi.ts'), textOf }
}

/** What `<A>`, `<A_OF_30>` and `<PATHS>` stand for in the rows below. */
const heads: Readonly<Record<string, string>> = {
  A: 'openapi: 3.1.0\ncomponents:\n  schemas:\n    B: { type: string }\n    A: ',
  A_OF_30: 'openapi: 3.0.3\ncomponents:\n  schemas:\n    B: { type: string }\n    A: ',
  PATHS: "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: ",
}

/** A mistake, a document with it, its message, and a part of `openapi.ts` that shows what is left. */
const table = String.raw`
a rule next to a $ref in OpenAPI 3.0
  <A_OF_30>{ properties: { a: { $ref: '#/components/schemas/B', maxLength: 1 } } }
  5:61 /components/schemas/A/properties/a/maxLength: 'maxLength' is next to a $ref, where OpenAPI 3.0 ignores it.
  a?: components["schemas"]["B"]
nullable in OpenAPI 3.1, which is read as in 3.0
  <A>{ properties: { a: { type: string, nullable: true } } }
  5:43 /components/schemas/A/properties/a/nullable: nullable is written as in OpenAPI 3.0, and is read that way.
  a?: string | null
a bound of OpenAPI 3.0 in 3.1
  <A>{ type: number, minimum: 1, exclusiveMinimum: true }
  5:36 /components/schemas/A/exclusiveMinimum: exclusiveMinimum is written as in OpenAPI 3.0
  A: number
a keyword with a value of the wrong kind
  <A>{ type: object, required: a, properties: { a: { type: any } } }
  5:24 /components/schemas/A/required: required must be a list of property names.
  a?: unknown
a key of patternProperties that is not a pattern
  <A>{ type: object, patternProperties: { '(': { type: string }, b: { type: number } } }
  5:45 /components/schemas/A/patternProperties/(: the pattern is not an ECMAScript regular expression.
  A: {
a $ref to nothing
  <A>{ properties: { a: { $ref: '#/components/schemas/C' }, b: { type: number } } }
  5:29 /components/schemas/A/properties/a/$ref: the $ref '#/components/schemas/C' points at nothing.
  b?: number
a $ref in a circle
  <A>{ $ref: '#/components/schemas/A' }
  5:5 /components/schemas/A: the $ref '#/components/schemas/A' leads only to itself.
  B: string
a schema that contains itself on the same value
  <A>{ allOf: [{ $ref: '#/components/schemas/A' }, { type: object }] }
  5:5 /components/schemas/A: the schema A refers to itself without a step into a property or an item.
  A: unknown
a schema that is neither an object nor a boolean
  <A>{ properties: { a: null } }
  5:24 /components/schemas/A/properties/a: must be a schema (an object, true or false), not null.
  a?: unknown
a list of items in 2020-12
  <A>{ type: array, items: [{ type: string }] }
  5:23 /components/schemas/A/items: a list of items is written prefixItems in JSON Schema 2020-12.
  A: [\n            string?,
a $ref where the specification allows none
  <PATHS>{ /a: { get: { $ref: '#/x-operation' } } }\nx-operation: { operationId: getA, responses: { 200: { content: { application/json: { $ref: '#/x-content' } } } } }\nx-content: { schema: { type: boolean } }
  3:23 /paths/~1a/get/$ref: a $ref is not allowed here. Write the object itself.
  getA: {
a parameter without a place
  <PATHS>{ /a: { get: { operationId: getA, parameters: [{ name: p }], responses: {} } } }
  the place of a parameter is missing or unknown.
  query?: never
two operations with one id
  <PATHS>{ /a: { get: { operationId: getA, responses: {} }, put: { operationId: getA, responses: {} } } }
  the operationId 'getA' is taken by GET /a. Give each operation its own.
  getA2: {
a parameter described twice
  <PATHS>{ /a: { get: { operationId: getA, parameters: [{ name: p, in: query, schema: { type: string } }, { name: p, in: query, schema: { type: number } }], responses: {} } } }
  the query parameter is described twice. Keep one of them.
  p?: components["schemas"]["GetAPParameter"]
`
const rows = table
  .trim()
  .split(/\n(?=\S)/)
  .map((block) => block.split('\n  ').map((text) => text.replaceAll('\\n', '\n')))

test.each(rows)('%s costs only the rule', async (_, text = '', said = '', type = '') => {
  const document = text.replace(/<(\w+)>/, (_whole, head: string) => heads[head] ?? '')
  const { mistakes, types } = await generateLeniently({ 'openapi.yaml': document })
  expect(mistakes.join('\n')).toContain(said)
  expect(types).toContain(type)
})

test('a message in Avro among others costs only its payload', async () => {
  const { mistakes, textOf } = await generateLeniently({
    'asyncapi.yaml': `asyncapi: 2.6.0
channels:
  a: { publish: { message: { messageId: avro, schemaFormat: application/vnd.apache.avro;version=1.9.0, payload: { type: record } } } }
  b: { publish: { message: { messageId: plain, payload: { type: string } } } }
`,
  })
  expect(mistakes).toEqual([
    expect.stringContaining("the schema is written in 'application/vnd.apache.avro;version=1.9.0'"),
  ])
  expect(textOf('parsers.ts')).toContain('parsePlainPayloadSent')
  expect(textOf('shapes.ts')).toContain('AvroPayload: r.Shape = {}')
})

test.each([
  ['a missing document', {}, 'the file cannot be read'],
  ['a syntax error', { 'openapi.yaml': 'a: [' }, 'not YAML'],
  ['an unknown version', { 'openapi.yaml': 'openapi: 4.0.0\n' }, "the version '4.0.0'"],
])('%s is refused all the same', async (_, files: Record<string, string>, said) => {
  const cwd = writeDocuments(files)
  await expect(generate({ openapi: ['openapi.yaml'], cwd, lenient: true })).rejects.toThrow(said)
})

test('everything that was generated compiles', async () => {
  expect(await checkTypes(sources)).toEqual([])
})
