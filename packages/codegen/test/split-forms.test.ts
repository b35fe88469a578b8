import { expect, test } from 'vitest'
import { generate } from '../src/generate.ts'
import { splitForms } from '../src/split-forms.ts'
import { checkTypes } from './check-types.ts'
import { loadGenerated } from './validators/load-generated.ts'
import { bundle, writeDocuments } from './write-documents.ts'

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

test('the types of an operation are those of its forms', async () => {
  const generated = await generate({
    openapi: ['openapi.yaml'],
    cwd: writeDocuments(files),
    emit: ['types'],
  })
  const use = `import type { operations } from './openapi.ts'
type Sent = operations['addUser']['requestBody']['content']['application/json']
type Answer = operations['addUser']['responses'][201]['content']['application/json'][number]
export const sent: Sent = { name: 'n', password: 'p', friend: { name: 'n', password: 'p' } }
export const answer: Answer = { id: '1', name: 'n' }
// @ts-expect-error only the server gives ids
export const withId: Sent = { ...sent, id: '1' }
// @ts-expect-error no answer has a password
export const secret: string = answer.password
`
  expect(await checkTypes([...generated, { path: 'use.ts', content: use }])).toEqual([])
})
