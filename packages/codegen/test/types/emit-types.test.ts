import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { GeneratedFile, JsonSchema } from '../../src/model.ts'
import { splitForms } from '../../src/split-forms.ts'
import { emitTypes } from '../../src/types/emit-types.ts'
import { checkTypes } from '../check-types.ts'
import { bundle } from '../write-documents.ts'

function emit(schemas: Record<string, JsonSchema>): GeneratedFile[] {
  const document = { openapi: '3.1.0', info: {}, paths: {}, components: { schemas } }
  return emitTypes(bundle({ 'api/openapi.json': JSON.stringify(document) }))
}

/** The type of a schema, on one line. */
function typeOf(schema: JsonSchema): string | undefined {
  const [openapi] = emit({
    Subject: schema,
    Other: { type: 'object', properties: { a: { type: 'string' } } },
    Nullable: { type: ['object', 'null'], properties: { a: { type: 'string' } } },
  })
  const text = openapi?.content.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
  return /Subject: (.*?); }; responses: /.exec(text ?? '')?.[1]
}

const rows: Record<string, [given: JsonSchema, want: string]> = parse(`
'true': [true, unknown]
'false': [false, never]
no rule: [{}, unknown]
const: [{ type: string, const: a }, '"a"']
const null: [{ const: null }, 'null']
const object: [{ const: { a: 1 } }, '{ a: 1; }']
enum: [{ type: string, enum: [a, b] }, '"a" | "b"']
enum with members that its type refuses: [{ type: string, enum: [a, 1, null] }, '"a"']
enum of nothing: [{ type: string, enum: [1] }, never]
enum of objects: [{ type: object, enum: [{ a: 1 }] }, '{ a: 1; }']
nullable enum: [{ type: [string, 'null'], enum: [a, null] }, '"a" | null']
open enum: [{ anyOf: [{ type: string, enum: [a, b] }, { type: string }] }, '("a" | "b") | (string & {})']
open enum of one: [{ anyOf: [{ const: a }, { type: string, pattern: '^b' }] }, '"a" | (string & {})']
open enum in a list: [{ type: array, items: { anyOf: [{ const: a }, { type: string }] } }, '("a" | (string & {}))[]']
several types: [{ type: [integer, boolean, 'null'] }, 'number | boolean | null']
object of anything: [{ type: object }, 'Record<string, unknown>']
properties: [{ type: object, required: [a], properties: { b: true, a: { type: string } } }, '{ a: string; b?: unknown; }']
'default, which does not make a property present': [{ properties: { a: { type: string, default: x } } }, '{ a?: string; }']
additionalProperties: [{ type: object, additionalProperties: { type: number } }, '{ [key: string]: number; }']
'patternProperties, which say nothing of other names': [{ type: object, patternProperties: { '^a': { type: number } } }, '{ [key: string]: unknown; }']
closed patternProperties: [{ type: object, patternProperties: { '^a': { type: number } }, additionalProperties: false }, '{ [key: string]: number; }']
'additionalProperties beside properties, which its index signature takes in':
  - { required: [a], properties: { a: { type: string }, b: &OTHER { $ref: '#/components/schemas/Other' }, c: false }, additionalProperties: { type: number } }
  - '{ a: string; b?: components["schemas"]["Other"]; c?: never; } & { [key: string]: number | string | components["schemas"]["Other"] | undefined; }'
required members of a base that may be null:
  - { allOf: [{ $ref: '#/components/schemas/Nullable' }], required: [a] }
  - 'components["schemas"]["Nullable"]'
additionalProperties beside required properties:
  - { required: [a], properties: { a: { type: string, description: D } }, additionalProperties: { type: string } }
  - '{ a: string; } & { [key: string]: string; }'
additionalProperties beside properties of anything:
  - { properties: { a: true }, additionalProperties: { type: number } }
  - '{ a?: unknown; } & { [key: string]: unknown; }'
additionalProperties beside properties too large to repeat:
  - { properties: { a: { properties: { b: { type: string } } } }, additionalProperties: { type: number } }
  - '{ a?: { b?: string; }; } & { [key: string]: unknown; }'
patternProperties beside properties:
  - { properties: { a: { type: string } }, patternProperties: { '^x': { type: number } }, additionalProperties: false }
  - '{ a?: string; } & { [key: string]: number | string | undefined; }'
patternProperties beside additionalProperties:
  - { patternProperties: { '^x': { type: number }, '^y': false }, additionalProperties: { type: string } }
  - '{ [key: string]: string | number; }'
patternProperties that refuse every name: [{ type: object, patternProperties: { '^x': false }, additionalProperties: false }, 'Record<string, unknown>']
tuple: [{ type: array, prefixItems: [{ type: string }, *OTHER], minItems: 1, items: false }, '[ string, components["schemas"]["Other"]? ]']
tuple with more of anything: [{ type: array, prefixItems: [{ type: string }] }, '[ string?, ...unknown[] ]']
tuple with more of one kind: [{ type: array, prefixItems: [true], items: { type: number } }, '[ unknown?, ...number[] ]']
allOf: [{ allOf: [*OTHER, { type: object, properties: { b: { type: number } } }] }, 'components["schemas"]["Other"] & { b?: number; }']
allOf with true: [{ allOf: [true, *OTHER] }, 'components["schemas"]["Other"]']
allOf with false: [{ allOf: [false, *OTHER] }, never]
allOf with rules that no type says: [{ allOf: [*OTHER, { not: { required: [x] } }] }, 'components["schemas"]["Other"]']
'required of a $ref': [{ required: [a], allOf: [*OTHER] }, 'WithRequired<components["schemas"]["Other"], "a">']
'rules beside a $ref': [{ $ref: '#/components/schemas/Other', properties: { b: { type: number } } }, 'components["schemas"]["Other"] & { b?: number; }']
anyOf beside properties:
  - { type: object, properties: { k: { type: string } }, anyOf: [*OTHER, { type: object, properties: { c: { type: 'null' } } }] }
  - '{ k?: string; } & (components["schemas"]["Other"] | { c?: null; })'
'anyOf of requirements, which no type says': [{ type: object, properties: { a: { type: string } }, anyOf: [{ required: [a] }, { required: [b] }] }, '{ a?: string; }']
oneOf of scalars beside type: [{ type: string, oneOf: [{ const: a }, { const: b }] }, 'string & ("a" | "b")']
oneOf with false: [{ oneOf: [false, { type: string }] }, string]
'if, then, else and not, which the validators carry':
  - { type: object, properties: { a: { type: string } }, if: { required: [a] }, not: { required: [b] } }
  - '{ a?: string; }'
'discriminator, an annotation': [{ oneOf: [*OTHER], discriminator: { propertyName: a } }, 'components["schemas"]["Other"]']
nullable from anyOf: [{ anyOf: [*OTHER, { type: 'null' }] }, 'components["schemas"]["Other"] | null']
`)

test.each(Object.entries(rows))('types %s', (_, [given, want]) => {
  expect(typeOf(given)).toBe(want)
})

test('names every schema, with its text and its place', () => {
  const [, types] = emit({
    'simple-user': { description: 'A user.\nOf ours. */', type: 'object' },
    Plain: true,
  })
  expect(types?.content).toBe(`import type { components } from './openapi.ts'

/** @see api/openapi.json#/components/schemas/Plain */
export type Plain = components['schemas']['Plain']

/**
 * A user.
 * Of ours. *\\/
 * @see api/openapi.json#/components/schemas/simple-user
 */
export type SimpleUser = components['schemas']['SimpleUser']
`)
})

const self = { $ref: '#/components/schemas/Json' }
const recursive: Record<string, JsonSchema> = {
  Json: {
    anyOf: [
      { type: 'string' },
      { type: 'array', items: self },
      { type: 'object', additionalProperties: self },
    ],
  },
  A: { type: 'array', items: { $ref: '#/components/schemas/B' } },
  B: { type: 'array', prefixItems: [{ $ref: '#/components/schemas/A' }] },
  Tree: {
    type: 'object',
    properties: { branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  },
}

const condition = {
  properties: { k: { const: 'x' }, a: {} },
  if: { required: ['k'], properties: { k: { const: 'x' } } },
  then: { required: ['a'] },
}
const named = { Pick: true, Record: true, Array: true, String: true, Object: { type: 'object' } }

const compiled: [title: string, files: () => GeneratedFile[], use: string][] = [
  [
    'schemas that contain themselves in lists, objects or each other',
    () => emit(recursive),
    `import type { A, Json, Tree } from './types.ts'
export const json: Json = ['a', { b: [] }]
export const lists: A = [[[], 1]]
export const tree: Tree = { branches: [{ branches: [] }] }
// @ts-expect-error a number is not Json
export const number: Json = [1]
`,
  ],
  [
    'header sets of responses and messages as interfaces; a webhook beside the paths',
    () =>
      emitTypes(
        bundle({
          'openapi.yaml': `openapi: 3.1.0
paths: { /a: { get: { operationId: get-a, responses: { 200: { headers: { ETag: { $ref: '#/components/headers/Tag' }, X-N: { required: true, schema: { type: integer } } } } } } } }
components: { headers: { Tag: { schema: { type: string } } } }`,
          'asyncapi.yaml': `asyncapi: 3.0.0
components: { messages: { made: { name: thing.made, payload: { type: object }, headers: { required: [X-Id], properties: { X-Id: { type: string }, Content-Type: { const: application/json } } } } } }`,
        }),
      ),
    `import type { operations, paths, webhooks } from './openapi.ts'
import type { GetA200Headers, MadeHeaders, MadePayload } from './types.ts'
export const response: GetA200Headers = { 'X-N': 1 }
export const same: paths['/a']['get']['responses'][200]['headers'] = { 'X-N': 1, ETag: 'a' }
export const message: MadeHeaders = { 'X-Id': 'a', 'Content-Type': 'application/json' }
export const header: webhooks['thing.made']['post']['parameters']['header'] = { 'X-Id': 'a' }
export const body: webhooks['thing.made']['post']['requestBody']['content']['application/json'] = {} satisfies MadePayload
export const called: keyof operations = 'get-a'
// @ts-expect-error a message is not called
export const notCalled: keyof operations = 'made'
`,
  ],
  [
    'names with characters that a URI treats apart as they are',
    () =>
      emitTypes(
        bundle({
          'openapi.yaml': `openapi: 3.1.0
paths: { '/50%/{a}#b': { get: { operationId: 'get#50%', responses: { 200: { description: ok } } } } }
components: { schemas: { A: { properties: { '100%': { properties: { 'x#/y%41': { type: string } } } } } } }`,
        }),
      ),
    `import type { components, operations, paths } from './openapi.ts'
export const id: keyof operations = 'get#50%'
export const path: keyof paths = '/50%/{a}#b'
export const operation: paths['/50%/{a}#b']['get'] extends operations['get#50%'] ? true : false = true
export const value: components['schemas']['A'] = { '100%': { 'x#/y%41': 'a' } }
`,
  ],
  [
    'an operation with the forms of its requests and its responses',
    () =>
      emitTypes(
        splitForms(
          bundle({
            'openapi.yaml': `openapi: 3.1.0
paths: { /users: { post: { operationId: addUser, requestBody: { required: true, content: &USER { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, responses: { 201: { content: *USER } } } } }
components: { schemas: { User: { type: object, required: [id, name, password], properties: { id: { type: string, readOnly: true }, name: { type: string }, password: { type: string, writeOnly: true }, friend: { $ref: '#/components/schemas/User' } } } } }`,
          }),
        ),
      ),
    `import type { operations } from './openapi.ts'
type Sent = operations['addUser']['requestBody']['content']['application/json']
type Answer = operations['addUser']['responses'][201]['content']['application/json']
export const sent: Sent = { name: 'n', password: 'p', friend: { name: 'n', password: 'p' } }
export const answer: Answer = { id: '1', name: 'n' }
// @ts-expect-error only the server gives ids
export const withId: Sent = { ...sent, id: '1' }
// @ts-expect-error no answer has a password
export const secret: string = answer.password
`,
  ],
  ['a contract without schemas', () => emit({}), ''],
  ['schemas with names that TypeScript uses', () => emit({ Required: condition, ...named }), ''],
]

test('compiles types of every form, and uses of them', async () => {
  const files = compiled.flatMap(([, emitted, content], index) =>
    [...emitted(), { path: 'use.ts', content }].map((file) => {
      return { ...file, path: `${index}/${file.path}` }
    }),
  )
  const titled = (error: string) => `${compiled[Number.parseInt(error, 10)]?.[0]}: ${error}`
  expect((await checkTypes(files)).map(titled)).toEqual([])
})
