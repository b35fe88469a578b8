import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { PartName } from '../src/emitter-names.ts'
import { emitIndex, generate } from '../src/generate.ts'
import { checkTypes } from './check-types.ts'
import { writeDocuments } from './write-documents.ts'

test('finds files that do not compile', async () => {
  const found = await checkTypes([
    { path: 'a.ts', content: 'export const a: number = "x"\n' },
    { path: 'b.ts', content: "import { c } from './a.ts'\n\nexport const b = c\n" },
  ])
  expect(found).toEqual([
    expect.stringMatching(/^a\.ts\(1,14\): .* not assignable /),
    expect.stringMatching(/^b\.ts\(1,10\): .* no exported member /),
  ])
})

const orders = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {},
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['status', 'kind'],
        properties: {
          status: { type: 'string', enum: ['NEW', 'SHIPPED'] },
          kind: { type: ['string', 'null'], enum: ['a', null] },
          at: { type: 'string' },
          issues: { type: 'array', items: { $ref: '#/components/schemas/Issue' } },
        },
        if: { properties: { status: { const: 'SHIPPED' } }, required: ['status'] },
        then: { required: ['at'] },
      },
      Issue: { type: 'object', properties: { level: { type: 'integer', enum: [1, 2] } } },
      Parser: { type: 'string', const: 'x' },
      Ärger: {
        type: 'array',
        prefixItems: [{ const: 'a' }],
        items: { type: 'number' },
        minItems: 1,
      },
    },
  },
}

const consumer = `
import { isOrder, isOrderSent, isShipped, parseOrder, parseÄrger, type Order, type Received } from './index.ts'
declare const value: unknown
if (isOrderSent(value)) {
  const status: 'NEW' | 'SHIPPED' = value.status
  // @ts-expect-error: it may not have been shipped
  const at: string = value.at
  if (isShipped(value)) void (value.at satisfies string, value.status satisfies 'SHIPPED', status, at)
}
if (isOrder(value)) {
  // @ts-expect-error: a reader takes any status
  const status: 'NEW' | 'SHIPPED' = value.status
  const open: typeof value.status = 'LOST'
  const kind: string | null = value.kind
  if (isShipped(value)) void (value.at satisfies string, value.status satisfies 'SHIPPED', value.issues?.[0]?.level satisfies number | undefined)
  void [status, open, kind]
}
// @ts-expect-error: a writer writes what is listed
export const written: Order['status'] = 'LOST'
export const read: Received<Order> = { status: 'LOST', kind: null }
const order = parseOrder(value)
if (order.ok) void order.value.status
else void order.issues[0]?.path
const list = parseÄrger(value)
if (list.ok) void (list.value[0] satisfies string, list.value[1] satisfies number | undefined)
`

test('generated parsers, guards and types compile together, and mean what the schemas say', async () => {
  const cwd = writeDocuments({ 'orders.json': JSON.stringify(orders) })
  const files = await generate({ openapi: ['orders.json'], cwd })
  const sources = files.filter(({ path }) => !path.endsWith('.js'))
  expect(await checkTypes([...sources, { path: 'consumer.ts', content: consumer }])).toEqual([])
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
  const made = await import(pathToFileURL(join(cwd, 'constants.ts')).href)
  const { requestParsers, responseParsers } = await import(
    pathToFileURL(join(cwd, 'parsers.ts')).href
  )
  for (const table of ['constants', 'operations', 'securitySchemes', 'servers'])
    expect(Object.keys(made[table])).toContain(name)
  expect(Object.keys(made.constants.ok)).toContain(name)
  const [operation] = Object.values(made.operations) as [(typeof made.operations)[string]]
  expect(Object.keys(operation.responses[200].headers)).toEqual([name])
  expect(operation.responses[404].body).toEqual({
    contentType: 'application/json',
    schema: expect.any(String),
  })
  expect(Object.keys(operation.parameters.query)).toEqual([name])
  expect(Object.keys(responseParsers)).toEqual([name])
  const [request] = Object.values(requestParsers) as [(typeof requestParsers)[string]]
  expect(Object.keys(request.parameters.query)).toEqual([name])
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

async function filesWithout(cwd: string, ...omit: PartName[]) {
  const files = await generate({ openapi: ['a.yaml'], cwd, omit })
  return Object.fromEntries(files.map(({ path, content }) => [path, content]))
}

test('leaves out the readers, and all that only they need', async () => {
  const cwd = writeDocuments({ 'a.yaml': API })
  const whole = await filesWithout(cwd)
  const files = await filesWithout(cwd, 'readers')
  expect(Object.keys(whole).filter((path) => !(path in files))).toEqual(['shapes.ts'])
  expect(files['parsers.ts']).toContain('export function parseThingSent')
  expect(files['parsers.ts']).toContain('sent: parseThingSent }')
  expect(files['parsers.ts']).toContain("headers: { 'X-A': { required: false, sent: ")
  const text = Object.values(files).join('')
  for (const name of [
    'parseThing:',
    'isThing:',
    'received:',
    'isReadable',
    'readValue',
    'type Received<',
    'readShape',
  ])
    expect([name, text.includes(name)]).toEqual([name, false])
  for (const path of ['types.ts', 'openapi.ts', 'constants.ts', 'validators.js'])
    expect(files[path]).toBe(whole[path])
})

test('leaves out the types of headers alone', async () => {
  const cwd = writeDocuments({ 'a.yaml': API })
  const whole = await filesWithout(cwd)
  const files = await filesWithout(cwd, 'headers')
  expect(whole['types.ts']).toContain('PostA204Headers')
  expect(files['types.ts']).not.toContain('PostA204Headers')
  expect(files['types.ts']).toContain('export type Thing')
  for (const path of ['parsers.ts', 'openapi.ts', 'constants.ts', 'runtime.ts'])
    expect(files[path]).toBe(whole[path])
})

const indexes: [title: string, given: Record<string, string>, want: string][] = [
  [
    'types alone',
    { 'openapi.ts': '', 'types.ts': '' },
    "export type * from './openapi.ts'; export type * from './types.ts'",
  ],
  ['constants alone', { 'constants.ts': '' }, "export * from './constants.ts'"],
  [
    'validators and guards, but no declarations',
    { 'validators.js': '', 'validators.d.ts': '', 'parsers.ts': '', 'guards.ts': '' },
    "export * from './guards.ts'; export * from './parsers.ts'",
  ],
  [
    'a name that the documents and the run time share from the documents',
    {
      'runtime.ts': 'export interface Issue {}\nexport function createParser() {}',
      'types.ts': "export type Issue = components['schemas']['Issue']",
      'parsers.ts': 'export const createParser = 1',
    },
    "export type { Issue } from './types.ts'; export { createParser } from './parsers.ts'; export * from './parsers.ts'; export * from './runtime.ts'; export type * from './types.ts'",
  ],
  [
    'operations as value and as type where both are generated',
    { 'openapi.ts': '', 'constants.ts': '' },
    'export const operations = operationConstants; export type operations = operationTypes',
  ],
]

test.each(indexes)('the index exports %s', (_, given, want) => {
  const files = Object.entries(given).map(([path, content]) => ({ path, content }))
  const lines = emitIndex(files).content.trimEnd().split('\n')
  expect(lines.slice(-want.split('; ').length).join('; ')).toBe(want)
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
