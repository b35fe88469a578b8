import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { generate } from '../src/generate.ts'
import { writeDocuments } from './write-documents.ts'

const FILES = {
  'api/openapi.yaml': `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: 'https://a.example', x-name: live }]
x-constants: { limit: { value: { b: 1, a: [2, 1] } }, depth: 3 }
security: [{ key: [] }]
paths:
  /b: { parameters: [{ name: z, in: query, schema: { type: array, items: { type: integer } } }], get: { operationId: getB, parameters: [{ name: a, in: query, schema: { type: string } }, { $ref: '#/components/parameters/P' }], responses: { 200: { $ref: '#/components/responses/R' }, 404: { description: none } } } }
  /a: { post: { operationId: postA, requestBody: { content: { application/json: { schema: { $ref: ./schemas/thing.yaml } } } }, responses: { 201: { description: ok } } } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  parameters: { P: { name: X-P, in: header, schema: { type: boolean } } }
  responses: { R: { headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { type: array, items: { $ref: ./schemas/thing.yaml } } } } } }
  schemas: { Zebra: { type: object, properties: { z: { type: string }, a: { $ref: ./schemas/error.yaml } } }, Error: { type: string } }
`,
  'api/asyncapi.yaml': `asyncapi: 3.0.0
channels: { c: { messages: { made: { $ref: '#/components/messages/made' }, gone: { payload: { type: object } } } } }
components: { messages: { made: { name: thing.made, payload: { $ref: ./schemas/thing.yaml }, headers: { required: [X-B], properties: { X-B: { type: string }, X-A: { type: integer } } } } } }
`,
  'api/schemas/thing.yaml':
    'type: object\nrequired: [id]\nproperties: { kind: { anyOf: [{ type: string, enum: [x] }, { type: string }] }, id: { type: string }, part: { $ref: "#" } }\nif: { required: [kind], properties: { kind: { const: x } } }\nthen: { required: [part] }\n',
  'api/schemas/error.yaml': 'type: object\nproperties: { code: { type: string } }\n',
}

function generateIn(cwd: string, prefix = '') {
  const [openapi, asyncapi] = [`${prefix}openapi.yaml`, `${prefix}asyncapi.yaml`]
  return generate({ openapi: [openapi], asyncapi: [asyncapi], cwd })
}

test('gives the same bytes for any location of the documents and any working folder', async () => {
  const first = writeDocuments(FILES)
  const second = join(writeDocuments({}), 'deep/er')
  mkdirSync(second, { recursive: true })
  cpSync(first, second, { recursive: true })
  const files = await generateIn(first, 'api/')
  expect(await generateIn(join(second, 'api'))).toEqual(files)
  expect(await generateIn(join(second, 'api/schemas'), '../')).toEqual(files)
  expect(await generateIn(second, join(first, 'api/'))).toEqual(files)
  // They name no folder of this machine. `check:generated` compares our own files on other machines.
  expect(files.map(({ content }) => content).join('')).toContain('@see api/schemas/thing.yaml')
})

test('gives the same bytes for any order of keys', async () => {
  const reversed = Object.entries(FILES).map(([name, text]) => [
    name,
    JSON.stringify(reverseKeys(parse(text))),
  ])
  const files = await generateIn(writeDocuments(FILES), 'api/')
  expect(await generateIn(writeDocuments(Object.fromEntries(reversed)), 'api/')).toEqual(files)
})

/** JSON keys that look like numbers keep their own order whatever is done, so they are left alone. */
function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, reverseKeys(item)]),
  )
}
