import { expect, test } from 'vitest'
import { splitForms } from '../src/split-forms.ts'
import { loadGenerated } from './validators/load-generated.ts'
import { bundle } from './write-documents.ts'

const files = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /users:
    post:
      operationId: addUser
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: { 201: { $ref: '#/components/responses/Users' } }
    get: { operationId: getPlain, responses: { 200: { content: { application/json: { schema: { $ref: '#/components/schemas/Plain' } } } } } }
components:
  responses:
    Users: { description: D, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/User' } } } } }
  schemas:
    Id: { type: string, readOnly: true }
    Plain: { type: object, required: [a], properties: { a: { type: string } } }
    User:
      type: object
      required: [id, name, password]
      properties:
        id: { $ref: '#/components/schemas/Id' }
        name: { type: string }
        password: { type: string, writeOnly: true }
        friend: { $ref: '#/components/schemas/User' }
      additionalProperties: false
`,
}

test('gives an operation the form of a schema that its requests or responses use', () => {
  const { operations, schemas } = splitForms(bundle(files))
  expect(schemas.map(({ name }) => name)).toEqual([
    ...['Id', 'Plain', 'User', 'UserRequest', 'UserResponse', 'UsersBody', 'UsersBodyResponse'],
  ])
  expect(operations).toMatchObject([
    {
      requestBody: { schema: 'UserRequest' },
      responses: [{ body: { schema: 'UsersBodyResponse' } }],
    },
    { requestBody: null, responses: [{ body: { schema: 'Plain' } }] },
  ])
})

test('a request has no readOnly property, and a response no writeOnly one, at any depth', async () => {
  const { parseUserRequestSent, parseUsersBodyResponseSent } = await loadGenerated(
    splitForms(bundle(files)),
  )
  const request = { name: 'n', password: 'p', friend: { name: 'n', password: 'p' } }
  const response = { id: '1', name: 'n' }
  expect(parseUserRequestSent?.(request).ok).toBe(true)
  expect(parseUserRequestSent?.({ ...request, id: '1' }).ok).toBe(false)
  expect(parseUsersBodyResponseSent?.([{ ...response, friend: response }]).ok).toBe(true)
  expect(parseUsersBodyResponseSent?.([{ ...response, password: 'p' }]).ok).toBe(false)
})
