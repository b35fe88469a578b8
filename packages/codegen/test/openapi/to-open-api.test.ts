import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { toOpenApi } from '../../src/openapi/to-open-api.ts'
import { bundle } from '../write-documents.ts'

test('merges the documents into one that needs no other file, webhooks derived', () => {
  const document = toOpenApi(
    bundle({
      'openapi.yaml': `openapi: 3.0.3
info: { title: Things, version: "2" }
servers: [{ url: 'https://a.example', x-name: live }]
tags: [{ name: T }]
x-note: kept
security: [{ key: [] }]
paths: { /a: { get: { operationId: getA, responses: { '200': { content: { application/json: { schema: { $ref: ./thing.yaml }, examples: { one: { value: { $ref: ./one.json } }, two: { $ref: '#/components/examples/Two' } } } } } } } } }
components: { examples: { Two: { value: 2 } }, securitySchemes: { key: { type: http, scheme: bearer } } }
`,
      'thing.yaml': 'type: integer\nnullable: true\nexample: 3\n',
      'one.json': '1',
      'asyncapi.yaml': `asyncapi: 3.0.0
components:
  messages:
    made:
      name: thing.made
      title: Made
      description: It was made.
      x-note: kept
      payload: { type: object }
      headers: { required: [X-Id, Content-Type], properties: { X-Id: { type: string }, Content-Type: { const: application/json } } }
      examples: [{ name: first, summary: The first, payload: { $ref: ./one.json } }, { payload: 2 }, { headers: {} }]
    a: { name: same, payload: true }
    b: { name: same, payload: true }
`,
    }),
  )
  expect(document).toMatchObject(
    parse(`
openapi: 3.1.0
info: { title: Things, version: '2' }
servers: [{ url: https://a.example, x-name: live }]
tags: [{ name: T }]
x-note: kept
paths: { /a: { get: { operationId: getA, security: [{ key: [] }], responses: { '200': { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' }, examples: { one: { value: 1 }, two: { $ref: '#/components/examples/Two' } } } } } } } } }
components:
  schemas: { Thing: { type: [integer, 'null'], examples: [3] }, MadePayload: { type: object } }
  examples: { Two: { value: 2 } }
  securitySchemes: { key: { type: http, scheme: bearer } }
`),
  )
  expect(Object.keys(document.webhooks)).toEqual(['a', 'b', 'thing.made'])
  expect(document.webhooks['thing.made']).toEqual(
    parse(`
post:
  operationId: made
  summary: Made
  description: It was made.
  x-note: kept
  parameters: [{ name: X-Id, in: header, required: true, schema: { $ref: '#/components/schemas/MadeXIdHeader' } }]
  requestBody:
    required: true
    content:
      application/json:
        schema: { $ref: '#/components/schemas/MadePayload' }
        examples: { first: { summary: The first, value: 1 }, example2: { value: 2 } }
`),
  )
  expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/)/)
})
