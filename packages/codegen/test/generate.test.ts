import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { PartName } from '../src/emitter-names.ts'
import { emitIndex, generate } from '../src/generate.ts'
import { checkTypes } from './check-types.ts'
import { writeDocuments } from './write-documents.ts'

const orders = `openapi: 3.1.0
info: { title: Orders, version: '1' }
components:
  schemas:
    Order:
      type: object
      required: [kind]
      properties: { kind: { type: [string, 'null'], enum: [a, null] }, at: { type: string }, levels: { type: array, items: { type: integer, enum: [1, 2] } } }
      if: { properties: { kind: { const: a } }, required: [kind] }
      then: { required: [at] }
    Parser: { type: string, const: x }
    Ärger: { type: array, prefixItems: [{ const: a }], items: { type: number }, minItems: 1 }
`

const consumer = `import { isA, isOrder, isOrderSent, parseÄrger, type Order, type Parser, type Received } from './index.ts'
declare const value: unknown
if (isOrderSent(value)) void (value.kind satisfies 'a' | null)
// @ts-expect-error: outside the guard it may be missing
if (isOrderSent(value)) void (value.at satisfies string)
if (isOrder(value) && isA(value)) void (value.at satisfies string, value.kind satisfies 'a', value.levels?.[0] satisfies number | undefined)
export const read: Received<Order> = { kind: 'b', levels: [7] }
// @ts-expect-error: a writer may write only listed values
export const written: Order = { kind: 'b' }
export const parser: Parser = 'x'
const list = parseÄrger(value)
if (list.ok) void (list.value[0] satisfies string, list.value[1] satisfies number | undefined)
`

test('generated code compiles and means what the schemas say; a wrong use does not compile', async () => {
  const cwd = writeDocuments({ 'orders.yaml': orders })
  const files = await generate({ openapi: ['orders.yaml'], cwd })
  const sources = files.filter(({ path }) => !path.endsWith('.js'))
  const wrong = "import { isOrder } from './index.ts'\nexport const is: string = isOrder(1)\n"
  const uses = { 'consumer.ts': consumer, 'wrong.ts': wrong }
  const used = Object.entries(uses).map(([path, content]) => ({ path, content }))
  // A compiler that finds no error at all fails here.
  expect(await checkTypes([...sources, ...used])).toEqual([
    expect.stringMatching(/^wrong\.ts\(2,14\): .* not assignable /),
  ])
})

const DOCUMENT = (name: string) => `openapi: 3.1.0
info: { title: T, version: "1" }
x-constants: { ${name}: { value: 3 }, ok: { value: { ${name}: { a: 1 }, b: 2 } } }
servers: [{ url: 'https://a.example', x-name: ${name} }]
security: [{ ${name}: [] }]
paths:
  /a:
    get:
      operationId: ${name}
      parameters: [{ name: ${name}, in: query, schema: { type: string } }]
      responses:
        200:
          description: ok
          headers: { ${name}: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }
        404: { $ref: '#/components/responses/${name}' }
webhooks: { ${name}: { post: { responses: { 200: { description: ok } } } } }
components:
  securitySchemes: { ${name}: { type: http, scheme: bearer } }
  responses: { ${name}: { description: none, content: { application/json: { schema: { type: object } } } } }
  schemas: { ${name}: { type: object, discriminator: { propertyName: a, mapping: { ${name}: '#/components/schemas/B' } } }, B: { type: string } }
`

/** Names that every object seems to have, and one that no object literal can set. */
test.each(['__proto__', 'constructor'])('carries the name %s everywhere', async (name) => {
  const cwd = writeDocuments({ 'openapi.yaml': DOCUMENT(name) })
  const files = await generate({ openapi: ['openapi.yaml'], cwd })
  expect(await checkTypes(files.filter(({ path }) => !path.endsWith('.js')))).toEqual([])

  for (const { path, content } of files) writeFileSync(join(cwd, path), content)
  const made = await import(pathToFileURL(join(cwd, 'index.ts')).href)
  for (const table of ['constants', 'operations', 'securitySchemes', 'servers'])
    expect(Object.keys(made[table])).toContain(name)
  expect(Object.keys(made.constants.ok)).toContain(name)
  const [operation] = Object.values<typeof made>(made.operations)
  const [request] = Object.values<typeof made>(made.requestParsers)
  const { responses, parameters } = operation
  for (const table of [responses[200].headers, parameters.query, request.parameters.query])
    expect(Object.keys(table)).toEqual([name])
  expect(Object.keys(made.responseParsers)).toEqual([name])
  const body = { contentType: 'application/json', schema: expect.any(String) }
  expect(responses[404].body).toEqual(body)
  const openapi = files.find(({ path }) => path === 'openapi.ts')?.content
  expect(openapi).toMatch(new RegExp(`webhooks \\{\\s+${name}: \\{`))
})

const API = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    post:
      operationId: postA
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { 204: { description: done, headers: { X-A: { schema: { type: string } } } } }
components: { schemas: { Thing: { type: object, properties: { kind: { type: string } } } } }
`

test('leaves out the readers or the types of headers, and all that only they need', async () => {
  const cwd = writeDocuments({ 'a.yaml': API })
  const filesWithout = async (...omit: PartName[]) => {
    const files = await generate({ openapi: ['a.yaml'], cwd, omit })
    return new Map(files.map(({ path, content }) => [path, content]))
  }
  const whole = await filesWithout()
  const changed = (files: Map<string, string>) =>
    [...whole].flatMap(([path, content]) => (files.get(path) === content ? [] : path)).join(' ')

  const strict = await filesWithout('readers')
  expect(changed(strict)).toBe('parsers.ts runtime.ts shapes.ts')
  expect([...strict.keys()]).not.toContain('shapes.ts')
  const parsers = strict.get('parsers.ts')
  expect(parsers).toContain('export function parseThingSent')
  expect(parsers).toContain('sent: parseThingSent }')
  expect(parsers).toContain("headers: { 'X-A': { required: false, sent: ")
  expect([...strict.values()].join('')).not.toMatch(
    /parseThing:|isThing:|received:|isReadable|readValue|type Received<|readShape/,
  )

  const bare = await filesWithout('headers')
  expect(changed(bare)).toBe('types.ts')
  expect(whole.get('types.ts')).toContain('PostA204Headers')
  expect(bare.get('types.ts')).not.toContain('PostA204Headers')
  expect(bare.get('types.ts')).toContain('export type Thing')
})

/** The generated files with their code, and the last lines of the index. */
const indexes: [title: string, given: Record<string, string>, want: string[]][] = parse(`
- [types alone, { openapi.ts: '', types.ts: '' }, ["export type * from './openapi.ts'", "export type * from './types.ts'"]]
- [constants alone, { constants.ts: '' }, ["export * from './constants.ts'"]]
- - validators and guards, but no declarations
  - { validators.js: '', validators.d.ts: '', parsers.ts: '', guards.ts: '' }
  - ["export * from './guards.ts'", "export * from './parsers.ts'"]
- - the documents' version of a name that the run time also has
  - runtime.ts: "export interface Issue {}\\nexport function createParser() {}"
    types.ts: "export type Issue = components['schemas']['Issue']"
    parsers.ts: export const createParser = 1
  - ["export type { Issue } from './types.ts'", "export { createParser } from './parsers.ts'", "export * from './parsers.ts'", "export * from './runtime.ts'", "export type * from './types.ts'"]
- - operations as a value and as a type if both are generated
  - { openapi.ts: '', constants.ts: '' }
  - [export const operations = operationConstants, export type operations = operationTypes]
- - every constant beside the types
  - { openapi.ts: '', constants.ts: "export const operations = {}\\nexport const channels = {}\\nexport const calls = {}" }
  - - "export { calls, channels } from './constants.ts'"
    - "export type { components, paths, webhooks } from './openapi.ts'"
    - /** As a value, the operations by id; as a type, what each of them takes and gives. */
    - export const operations = operationConstants
    - export type operations = operationTypes
`)

test.each(indexes)('the index exports %s', (_, given, want) => {
  const files = Object.entries(given).map(([path, content]) => ({ path, content }))
  const lines = emitIndex(files).content.trimEnd().split('\n')
  expect(lines.slice(-want.length)).toEqual(want)
})

test('the fingerprint changes with a type, and not with a description', async () => {
  const fingerprintOf = async (description: string, type: string) => {
    const schemas = { Thing: { description, type } }
    const cwd = writeDocuments({
      'openapi.json': JSON.stringify({ openapi: '3.1.0', paths: {}, components: { schemas } }),
    })
    const emit = ['types', 'validators', 'fingerprint'] as const
    const files = await generate({ cwd, openapi: ['openapi.json'], emit })
    const file = files.find(({ path }) => path === 'fingerprint.txt')
    // The first line names the folder, and the last is a digest that covers the first.
    return file?.content.split('\n').slice(1, -2).join('\n')
  }
  const one = await fingerprintOf('A thing.\n\n* one\n// two */', 'string')
  expect(one).toMatch(/^[0-9a-f]{64} types\.ts$/m)
  expect(one).toMatch(/^[0-9a-f]{64} validators\.js$/m)
  expect(await fingerprintOf('Another thing.', 'string')).toBe(one)
  expect(await fingerprintOf('A thing.', 'number')).not.toBe(one)
})
