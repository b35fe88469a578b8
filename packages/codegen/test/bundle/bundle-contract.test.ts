import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { DocumentStore } from '../../src/load/document-store.ts'
import type { Contract, JsonSchema } from '../../src/model.ts'
import { bundle } from '../write-documents.ts'

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n'

function schemasOf(contract: Contract): Record<string, JsonSchema> {
  return Object.fromEntries(contract.schemas.map(({ name, schema }) => [name, schema]))
}

/** The text of openapi.yaml, other files by name, and the resulting schemas by name. */
const names: [title: string, given: string, files: Record<string, string>, want: object][] = parse(`
- [a component keeps its name as PascalCase, 'components: { schemas: { simple-user: { type: object } } }', {}, { SimpleUser: { type: object } }]
- - a schema in a file of its own is named after the file
  - 'components: { schemas: { A: { items: { $ref: ./schemas/rate-limit.yaml } } } }'
  - { schemas/rate-limit.yaml: 'type: string' }
  - { A: { items: { $ref: '#/components/schemas/RateLimit' } }, RateLimit: { type: string } }
- - 'a component that is a $ref to a file gives its name to that file'
  - 'components: { schemas: { Limit: { $ref: ./rate-limit.yaml }, A: { items: { $ref: ./rate-limit.yaml } } } }'
  - { rate-limit.yaml: 'type: string' }
  - { A: { items: { $ref: '#/components/schemas/Limit' } }, Limit: { type: string } }
- - a second name for a node is an alias
  - "components: { schemas: { A: { type: string }, B: { $ref: '#/components/schemas/A' }, C: { $ref: '#/components/schemas/B' } } }"
  - {}
  - { A: { type: string }, B: &A { $ref: '#/components/schemas/A' }, C: *A }
- - if nodes share a name, the component keeps it and the others get a number
  - 'components: { schemas: { Error: { properties: { a: { $ref: ./x/error.yaml }, b: { $ref: ./y/error.yaml } } } } }'
  - { x/error.yaml: 'type: string', y/error.yaml: 'type: number' }
  - { Error: { properties: { a: { $ref: '#/components/schemas/Error2' }, b: { $ref: '#/components/schemas/Error3' } } }, Error2: { type: string }, Error3: { type: number } }
- - a node inside another node is named after its place
  - "components: { schemas: { A: { properties: { b: { type: string } } }, C: { $ref: './d.yaml#/$defs/e' } } }\\nx-b: { $ref: '#/components/schemas/A/properties/b' }"
  - { d.yaml: '$defs: { e: { items: { $ref: "#/$defs/f" } }, f: { type: number } }' }
  - { A: { properties: { b: { type: string } } }, C: { items: { $ref: '#/components/schemas/DF' } }, DF: { type: number } }
- - cycles across files end
  - 'components: { schemas: { A: { properties: { b: { $ref: ./b.yaml } } } } }'
  - { b.yaml: "properties: { a: { $ref: './openapi.yaml#/components/schemas/A' }, b: { $ref: '#' } }" }
  - A: { properties: { b: { $ref: '#/components/schemas/B' } } }
    B: { properties: { a: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/B' } } }
- - 'a pointer with escapes follows the $refs on its way'
  - "components: { schemas: { A: { items: { $ref: '#/x-alias/a~1b%20c' } } } }\\nx-alias: { $ref: ./other.json }"
  - { other.json: '{ "a/b c": { "type": "string" } }' }
  - { A: { items: { $ref: '#/components/schemas/OtherABC' } }, OtherABC: { type: string } }
`)

test.each(names)('%s', (_, given, others, want) => {
  expect(schemasOf(bundle({ 'openapi.yaml': HEAD + given, ...others }))).toEqual(want)
})

test('lifts inline bodies and headers out, under names of their places', () => {
  const contract = bundle({
    'openapi.yaml': `${HEAD}
paths:
  /a:
    post:
      operationId: createA
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses:
        '200':
          headers: { x-count: { schema: { type: integer } } }
          content: { application/json: { schema: { type: array } }, text/plain: { schema: { type: string } } }
        default: { $ref: '#/components/responses/Problem' }
  /b/{id}:
    get:
      responses: { 4XX: { content: { application/problem+json: { schema: { $ref: '#/components/schemas/P' } } } } }
components:
  schemas: { P: true }
  headers: { RateLimit: { required: true, schema: { type: string } } }
  responses:
    Problem:
      headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } }
      content: { application/json: { schema: { type: string } } }
`,
  })
  expect(contract.schemas.map(({ name }) => name)).toEqual([
    'CreateA200Body',
    'CreateA200XCountHeader',
    'CreateARequestBody',
    'P',
    'ProblemBody',
    'RateLimitHeader',
  ])
  expect(contract.operations).toMatchObject(
    parse(`
- id: createA
  method: POST
  path: /a
  security: []
  requestBody: { contentType: application/json, schema: CreateARequestBody, required: true }
  responses:
    - status: '200'
      body: { contentType: application/json, schema: CreateA200Body }
      headers: [{ name: x-count, required: false, schema: CreateA200XCountHeader }]
    - status: default
      body: { contentType: application/json, schema: ProblemBody }
      headers: [{ name: RateLimit, required: true, schema: RateLimitHeader }]
- id: getBId
  responses: [{ status: 4XX, body: { contentType: application/problem+json, schema: P }, headers: [] }]
`),
  )
})

test('reads the parameters of operations, those of their path item and behind a $ref included', () => {
  const contract = bundle({
    'openapi.yaml': `${HEAD}
paths:
  /a/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: q, in: query, required: true, schema: { type: integer } }
      - { name: X-Trace, in: header, schema: { type: string } }
      - { name: accept, in: header, schema: { type: string } }
    get:
      operationId: getA
      parameters:
        - { name: q, in: query, schema: { $ref: '#/components/schemas/Q' } }
        - { name: x-trace, in: header, schema: { type: boolean } }
        - { $ref: '#/components/parameters/page' }
        - { $ref: ./session.yaml }
    delete: { operationId: deleteA }
components:
  schemas: { Q: { type: number } }
  parameters: { page: { name: page, in: query, schema: { type: object, additionalProperties: { type: integer } }, style: deepObject } }
`,
    'session.yaml': 'name: session\nin: cookie\nschema: { $ref: ./token.yaml }\n',
    'token.yaml': 'type: [array, "null"]\nitems: { const: 1 }\n',
  })
  const parameters = contract.operations.map((operation) => [operation.id, operation.parameters])
  expect(Object.fromEntries(parameters)).toEqual(
    parse(`
deleteA:
  - { in: header, name: X-Trace, required: false, schema: AIdXTraceParameter, kind: string, items: null, form: null }
  - &ID { in: path, name: id, required: true, schema: AIdIdParameter, kind: string, items: null, form: null }
  - { in: query, name: q, required: true, schema: AIdQParameter, kind: integer, items: null, form: null }
getA:
  - { in: cookie, name: session, required: false, schema: Token, kind: array, items: integer, form: { style: form, explode: true } }
  - { in: header, name: x-trace, required: false, schema: GetAXTraceParameter, kind: boolean, items: null, form: null }
  - *ID
  - { in: query, name: page, required: false, schema: PageParameter, kind: object, items: null, form: { style: deepObject, explode: false } }
  - { in: query, name: q, required: false, schema: Q, kind: number, items: null, form: null }
`),
  )
})

test('follows components of every kind, in other files too', () => {
  const contract = bundle({
    'openapi.yaml': `${HEAD}
security: [{ key: [] }]
paths: { /a: { $ref: ./a.yaml } }
components: { securitySchemes: { key: { type: http, scheme: bearer, description: D, x-note: 1 } } }
`,
    'a.yaml': `
get:
  operationId: getA
  parameters: [{ $ref: '#/x-parameter' }]
  requestBody: { $ref: ./parts.yaml#/body }
  responses: { 200: { $ref: ./parts.yaml#/response } }
x-parameter: { name: q, in: query, schema: { $ref: ./parts.yaml#/schema } }
`,
    'parts.yaml': `
body: { content: { application/json: { schema: { type: object } } } }
response: { headers: { ETag: { $ref: '#/header' } }, content: {} }
header: { schema: { type: string } }
schema: { type: integer }
`,
  })
  expect(contract.operations).toMatchObject(
    parse(`
- id: getA
  security: [[key]]
  requestBody: { schema: PartsBodyRequestBody, required: false }
  responses: [{ status: '200', body: null, headers: [{ name: ETag, required: false, schema: PartsHeader }] }]
  location: { pointer: /get }
`),
  )
  expect(contract.parts.components.parameters).toEqual({
    AXParameter: { name: 'q', in: 'query', schema: { $ref: '#/components/schemas/PartsSchema' } },
  })
})

test('reads constants of both documents and servers by x-name, by description, by number', () => {
  const contract = bundle({
    'openapi.yaml': `${HEAD}
x-constants: { limitBytes: { value: 10, description: D., x-decision: D-001 }, bare: [1] }
servers: [{ url: 'https://a', x-name: live }, { url: 'https://b', description: Test bench }, { url: 'https://c' }]
`,
    'asyncapi.yaml': 'asyncapi: 3.0.0\nx-constants: { depth: { value: 3 } }',
  })
  const constants = contract.constants.map(({ location: _, ...constant }) => constant)
  expect(constants).toEqual([
    { name: 'bare', value: [1], description: null, decision: null },
    { name: 'depth', value: 3, description: null, decision: null },
    { name: 'limitBytes', value: 10, description: 'D.', decision: 'D-001' },
  ])
  expect(contract.servers.map(({ name, url }) => [name, url])).toEqual([
    ['live', 'https://a'],
    ['testBench', 'https://b'],
    ['server3', 'https://c'],
  ])
})

test('takes twice the steps for a document of twice the size, cycles included', () => {
  const resolve = vi.spyOn(DocumentStore.prototype, 'resolve')
  const stepsFor = (size: number) => {
    const schemas = Array.from({ length: size }, (_, index) => {
      const others = [1, 7, 13].map(
        (step) => `{ $ref: '#/components/schemas/S${(index + step) % size}' }`,
      )
      return `S${index}: { anyOf: [${others.join(', ')}] }`
    })
    resolve.mockClear()
    bundle({ 'openapi.yaml': `${HEAD}components: { schemas: { ${schemas.join(', ')} } }` })
    return resolve.mock.calls.length
  }
  const steps = stepsFor(50)
  expect(steps).toBeGreaterThan(0)
  expect(stepsFor(100)).toBe(2 * steps)
  resolve.mockRestore()
})
