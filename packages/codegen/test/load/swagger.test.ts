import { expect, test } from 'vitest'
import { bundleContract } from '../../src/bundle-contract.ts'
import { generate } from '../../src/generate.ts'
import { bundle, writeDocuments } from '../write-documents.ts'

const SWAGGER = `swagger: '2.0'
info: { title: T, version: '1' }
host: example.com
schemes: [https]
basePath: /v1
securityDefinitions: { key: { type: apiKey, in: header, name: X-Key } }
parameters: { Page: { name: page, in: query, type: integer } }
responses: { Missing: { description: D, schema: { $ref: '#/definitions/Problem' } } }
definitions:
  Problem: { type: object, properties: { code: { type: string, maxLenght: 3 } } }
  Pet: { type: object, properties: { problem: { $ref: 'other.yaml#/definitions/Problem' } } }
paths:
  /pets:
    post:
      operationId: addPet
      parameters:
        - { $ref: '#/parameters/Page' }
        - { name: pet, in: body, required: true, schema: { $ref: '#/definitions/Pet' } }
      responses:
        200: { description: D, schema: { type: array, items: { $ref: '#/definitions/Pet' } } }
        404: { $ref: '#/responses/Missing' }
`
const OTHER = "swagger: '2.0'\ndefinitions: { Problem: { type: object } }\n"
const files = { 'openapi.yaml': SWAGGER.replace('maxLenght', 'maxLength'), 'other.yaml': OTHER }

test('reads Swagger 2.0 as OpenAPI 3.0, other documents that it refers to included', () => {
  const { operations, servers, securitySchemes, schemas } = bundle(files)
  expect(servers.map(({ url }) => url)).toEqual(['https://example.com/v1'])
  expect(securitySchemes.map(({ name }) => name)).toEqual(['key'])
  expect(schemas.map(({ name }) => name)).toEqual([
    ...['AddPet200Body', 'PageParameter', 'Pet', 'Problem', 'Problem2'],
  ])
  expect(operations).toMatchObject([
    {
      id: 'addPet',
      parameters: [{ name: 'page', in: 'query', kind: 'integer' }],
      requestBody: { contentType: 'application/json', schema: 'Pet', required: true },
      responses: [
        { status: '200', body: { schema: 'AddPet200Body' } },
        { status: '404', body: { schema: 'Problem' } },
      ],
    },
  ])
})

test('names the places of the document as it is written', async () => {
  const cwd = writeDocuments({ 'a.yaml': SWAGGER, 'other.yaml': OTHER })
  await expect(generate({ openapi: ['a.yaml'], cwd })).rejects.toThrow(
    'a.yaml:10:64 /definitions/Problem/properties/code/maxLenght: maxLenght is not a keyword',
  )
  const { schemas } = bundleContract({ openapi: ['a.yaml'], cwd })
  expect(schemas.map(({ location }) => location.pointer)).toEqual([
    '/paths/~1pets/post/responses/200/schema',
    '/parameters/Page/schema',
    '/definitions/Pet',
    '/definitions/Problem',
    '/definitions/Problem',
  ])
})
