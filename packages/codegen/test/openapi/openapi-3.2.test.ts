import { expect, test } from 'vitest'
import { generate } from '../../src/generate.ts'
import { bundle, writeDocuments } from '../write-documents.ts'

const files = {
  'openapi.yaml': `openapi: 3.2.0
$self: https://example.com/api.yaml
info: { title: T, version: '1' }
paths:
  /pets:
    query:
      operationId: searchPets
      requestBody: { content: { application/json: { $ref: '#/components/mediaTypes/Filter' } } }
      responses: { 200: { content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Pet' } } } } }
    additionalOperations:
      COPY: { operationId: copyPet, responses: { 204: { description: D } } }
    get:
      operationId: listPets
      parameters: [{ name: all, in: querystring, content: { application/x-www-form-urlencoded: { schema: true } } }]
      responses: { 200: { content: { application/json: { schema: { $ref: 'https://example.com/api.yaml#/components/schemas/Pet' } } } } }
components:
  mediaTypes: { Filter: { schema: { type: object, properties: { name: { type: string } } } } }
  schemas:
    Dog: { type: object }
    Pet:
      type: object
      properties: { kind: { type: string } }
      oneOf: [{ $ref: '#/components/schemas/Dog' }]
      discriminator: { propertyName: kind, defaultMapping: '#/components/schemas/Dog' }
`,
}

test('reads the methods, media types and addresses of OpenAPI 3.2', () => {
  const { operations, schemas, parts } = bundle(files)
  expect(operations.map(({ id, method }) => `${id} ${method}`)).toEqual([
    ...['copyPet COPY', 'listPets GET', 'searchPets QUERY'],
  ])
  expect(operations[2]?.requestBody?.schema).toBe('SearchPetsRequestBody')
  expect(operations[1]).toMatchObject({ parameters: [], responses: [{ body: { schema: 'Pet' } }] })
  expect(schemas.map(({ name }) => name)).toEqual(['Dog', 'Pet', 'SearchPetsRequestBody'])
  expect(JSON.stringify(parts.paths)).toContain('"itemSchema":{"$ref":"#/components/schemas/Pet"}')
})

test('says what of OpenAPI 3.2 is carried in part', async () => {
  const notices: string[] = []
  const cwd = writeDocuments(files)
  const onNotice = (notice: string) => notices.push(notice.split('. ')[0] ?? '')
  await generate({ openapi: ['openapi.yaml'], cwd, onNotice })
  expect(notices).toEqual([
    'openapi.yaml:14:20 /paths/~1pets/get/parameters/0: a parameter with in: querystring is left out: the generated code does not parse whole query strings',
    'openapi.yaml:6:5 /paths/~1pets/query: this operation is in constants and parsers, but not in the types of openapi.ts, which know only the methods of OpenAPI 3.1.',
    'openapi.yaml:9:59 /paths/~1pets/query/responses/200/content/application~1jsonl/itemSchema: itemSchema describes each item of a stream',
    'openapi.yaml:11:7 /paths/~1pets/additionalOperations/COPY: this operation is in constants and parsers, but not in the types of openapi.ts, which know only the methods of OpenAPI 3.1.',
  ])
})
