import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { emitConstants } from '../../src/constants/emit-constants.ts'
import { renderLiteral } from '../../src/render.ts'
import { bundle } from '../write-documents.ts'

test('emits operations, calls, messages, schemes, servers and constants as values', async () => {
  const file = emitConstants(
    bundle({
      'api/openapi.yaml': `openapi: 3.1.0
servers: [{ url: 'https://a.example', x-name: live, description: D }]
security: [{ bearerAuth: [] }, { apiKey: [], other: [] }]
x-constants:
  limitBytes: { description: Most bytes., value: 65536, x-decision: [D-001, D-002] }
paths:
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { $ref: ./limit.yaml } }]
    get:
      operationId: getThing
      summary: Read a thing
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1 } }
        - { name: state, in: query, required: true, explode: false, schema: { type: array, items: { enum: [a, b] } } }
        - { name: X-Trace, in: header, content: { application/json: { schema: { type: object } } } }
      responses:
        200:
          headers: { RateLimit: { required: true, schema: { $ref: ./limit.yaml } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
        4XX: { description: none }
    put:
      operationId: put thing
      security: []
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { default: { description: none } }
components:
  schemas: { Thing: { type: object } }
  securitySchemes:
    bearerAuth: { type: http, scheme: bearer, description: A key., x-note: 1 }
    apiKey: { type: apiKey, in: header, name: x-api-key }
`,
      'api/limit.yaml': 'type: string',
      'api/asyncapi.yaml': `asyncapi: 3.0.0
components: { messages: { made: { name: thing.made, summary: It's made., payload: { $ref: ./limit.yaml }, headers: { required: [X-Id], properties: { X-Id: { $ref: ./limit.yaml } } } } } }
`,
    }),
  )
  const code = encodeURIComponent(file.content.replaceAll(' as const', ''))
  const made = await import(/* @vite-ignore */ `data:text/javascript,${code}`)
  expect({ ...made }).toEqual(
    parse(`
operations:
  getThing:
    id: getThing
    method: GET
    parameters:
      cookie: {}
      header: { X-Trace: { kind: null, required: false, schema: null } }
      path: &PATH { id: { kind: string, required: true, schema: Limit } }
      query:
        limit: { kind: integer, required: false, schema: GetThingLimitParameter }
        state: { explode: false, items: string, kind: array, required: true, schema: GetThingStateParameter, style: form }
    path: /things/{id}
    requestBody: null
    responses:
      200: { body: { contentType: application/json, schema: Thing }, headers: { RateLimit: { required: true, schema: Limit } } }
      4XX: &NONE { body: null, headers: {} }
    security: [[bearerAuth], [apiKey, other]]
  put thing:
    id: put thing
    method: PUT
    parameters: { cookie: {}, header: {}, path: *PATH, query: {} }
    path: /things/{id}
    requestBody: { contentType: application/json, required: true, schema: Thing }
    responses: { default: *NONE }
    security: []
calls:
  getThing: { id: getThing, method: GET, path: '/things/{id}', headers: {}, responses: { 200: application/json, 4XX: null } }
  put thing: { id: put thing, method: PUT, path: '/things/{id}', headers: {}, responses: { default: null } }
responseHeaders: { Limit: RateLimit }
messages:
  made: { contentType: application/json, headers: { X-Id: { required: true, schema: Limit } }, id: made, method: null, name: thing.made, payload: Limit }
securitySchemes: { apiKey: { in: header, name: x-api-key, type: apiKey }, bearerAuth: { scheme: bearer, type: http } }
servers: { live: { url: 'https://a.example' } }
constants: { limitBytes: 65536 }
`),
  )
  // `check:generated` compares the whole layout, in the constants of our own contract.
  expect(file.content).toContain('   * Most bytes. Decided in D-001, D-002.\n')
})

test('names a header by its schema, unless another header has the same schema', () => {
  const { content } = emitConstants(
    bundle({
      'openapi.yaml': `openapi: 3.1.0
paths:
  /a:
    get:
      operationId: a
      parameters:
        - { name: X-Own, in: header, schema: { $ref: '#/components/schemas/Own' } }
        - { name: X-First, in: header, schema: { $ref: '#/components/schemas/Two' } }
        - { name: X-Second, in: header, schema: { $ref: '#/components/schemas/Two' } }
      responses:
        200:
          description: One schema.
          headers: { x-tag: { schema: { $ref: '#/components/schemas/Own' } } }
        201:
          description: The same header.
          headers: { X-Tag: { schema: { $ref: '#/components/schemas/Own' } } }
        400:
          description: Another schema of the same header, and another header of that schema.
          headers:
            X-Tag: &TWO { schema: { $ref: '#/components/schemas/Two' } }
            X-Other: *TWO
components: { schemas: { Own: { type: string }, Two: { type: string } } }
`,
    }),
  )
  expect(content).toContain("    headers: { Own: 'X-Own' },\n")
  expect(/const responseHeaders = (.*?) as const/s.exec(content)?.[1]).toBe("{\n  Own: 'X-Tag',\n}")
})

test.each<[unknown, string]>([
  ['a', "'a'"],
  ['it\'s "b"\\\n\u2028', "'it\\'s \"b\"\\\\\\n\u2028'"],
  [[1, -2.5, true, null], '[1, -2.5, true, null]'],
  [{}, '{}'],
  [{ b: 1, a: { 'x-y': [] }, 200: 2, '01': 3 }, "{ '01': 3, 200: 2, a: { 'x-y': [] }, b: 1 }"],
])('renders %j', (value, want) => {
  expect(renderLiteral(value)).toBe(want)
})
