import { expect, test } from 'vitest'
import { generate } from '../../src/generate.ts'
import type { ParseResult } from '../../src/runtime/issue.ts'
import { checkTypes } from '../check-types.ts'
import { writeDocuments } from '../write-documents.ts'
import { loadFiles, once } from './load-generated.ts'

const OPENAPI = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 9 } }
        - { name: tag, in: query, schema: { type: array, items: { type: string } } }
        - { name: X-All, in: header, required: true, schema: { type: boolean } }
        - { name: sort, in: cookie, schema: { type: string } }
      responses:
        200: { description: D, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } }
    post:
      operationId: addPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses:
        201: { description: D, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        4XX: { description: D }
        default: { description: D, content: { text/plain: { schema: { type: string } } } }
  /pets/{name}: { get: { operationId: getPet, parameters: [{ name: name, in: path, required: true, schema: { type: string } }], responses: { 204: { description: D } } } }
  /pets/mine: { get: { operationId: getMine, responses: { 204: { description: D } } } }
components: { schemas: { Pet: { type: object, required: [name], properties: { name: { type: string } } } } }
`

const USE = `import { serve } from './http.ts'
export const route = serve({
  listPets: ({ query, header, cookie }) => ({
    status: 200,
    headers: { 'x-seen': JSON.stringify([query.limit, query.tag, header['X-All'], cookie.sort]) },
    body: [{ name: 'Rex' }].slice(0, query.limit ?? 9),
  }),
  addPet: async ({ body }) =>
    body.name === 'wrong' ? { status: 201, body: { nome: 1 } as never }
    : body.name === 'odd' ? { status: 409 } : body.name === 'other' ? { status: 500, body: 'no' } : { status: 201, body },
  getPet: ({ path }) => ({ status: 204, headers: { 'x-name': path.name } }),
  getMine: () => ({ status: 204 }),
})
`

type Serve = (request: Request) => Promise<Response>
type Read = (id: string, status: number, body: unknown) => ParseResult<unknown>

/** What the handlers serve, and what reads their answers, in one module. */
const load = once(async () => {
  const cwd = writeDocuments({ 'openapi.yaml': OPENAPI })
  const emit = ['types', 'constants', 'validators', 'http'] as const
  const files = await generate({ openapi: ['openapi.yaml'], cwd, emit })
  const content = `${USE}export { readResponse } from './http.ts'\n`
  const { route, readResponse } = await loadFiles([...files, { path: 'use.ts', content }], 'use.ts')
  return { files, route: route as Serve, readResponse: readResponse as Read }
})

const call = async (route: Serve, line: string, init: RequestInit = {}) => {
  const [method = '', path = ''] = line.split(' ')
  const response = await route(new Request(`http://pets.example${path}`, { method, ...init }))
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}
const json = (value: unknown): RequestInit => ({
  body: typeof value === 'string' ? value : JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

test('routes requests, and gives handlers what the document describes', async () => {
  const { route } = await load()
  const headers = { 'x-all': 'true', cookie: 'a=b; sort=up' }
  const list = await call(route, 'GET /pets?limit=1&tag=a&tag=b&more=1', { headers })
  expect([list.status, list.text]).toEqual([200, '[{"name":"Rex"}]'])
  expect(list.headers.get('x-seen')).toBe('[1,["a","b"],true,"up"]')
  const made = await call(route, 'POST /pets', json({ name: 'Tom' }))
  expect([made.status, made.text]).toEqual([201, '{"name":"Tom"}'])
  expect((await call(route, 'GET /pets/a%2Fb')).headers.get('x-name')).toBe('a/b')
  expect((await call(route, 'GET /pets/mine')).headers.get('x-name')).toBe(null)
  const other = await call(route, 'POST /pets', json({ name: 'other' }))
  expect([other.text, other.headers.get('content-type')]).toEqual(['no', 'text/plain'])
  expect((await call(route, 'POST /pets', json({ name: 'odd' }))).status).toBe(409)
})

const refused: [line: string, init: RequestInit, status: number, want: string][] = [
  ['GET /dogs', {}, 404, 'There is no such path.'],
  ['PUT /pets', {}, 405, 'The path does not support this method.'],
  ['GET /pets', {}, 400, '/header/X-All'],
  ['GET /pets?limit=10', { headers: { 'x-all': 'true' } }, 400, '/query/limit'],
  ['GET /pets?limit=x', { headers: { 'x-all': 'true' } }, 400, '/query/limit'],
  ['GET /pets', { headers: { 'x-all': 'yes' } }, 400, '/header/X-All'],
  ['POST /pets', json({}), 400, '/body/name'],
  ['POST /pets', json('{'), 400, 'is not JSON'],
  ['POST /pets', {}, 400, '/body'],
  ['POST /pets', { body: 'a', headers: { 'content-type': 'text/plain' } }, 415, 'content type'],
]

test('refuses what the document does not describe, and says why', async () => {
  const { route } = await load()
  for (const [line, init, status, want] of refused) {
    const answer = await call(route, line, init)
    expect([line, answer.status]).toEqual([line, status])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.text).toContain(want)
  }
  expect((await call(route, 'PUT /pets')).headers.get('allow')).toBe('GET, POST')
  await expect(call(route, 'POST /pets', json({ name: 'wrong' }))).rejects.toThrow(
    'addPet answers 201 with a body that differs from the documented one: /name',
  )
})

test('reads answers by operation and status', async () => {
  const { readResponse } = await load()
  expect(readResponse('listPets', 200, [{ name: 'Rex', age: 3 }, {}])).toMatchObject({
    ok: true,
    value: [{ name: 'Rex' }],
  })
  expect(readResponse('listPets', 418, {})).toMatchObject({
    ok: false,
    issues: [{ keyword: 'status' }],
  })
  expect(readResponse('addPet', 409, 'x').ok).toBe(true)
})

test('the compiler wants a handler for each operation, and documented answers', async () => {
  const { files } = await load()
  const dom = `/// <reference lib="dom" />\n/// <reference lib="dom.iterable" />\n`
  const wrong = `${dom}import { type Handlers, serve } from './http.ts'
declare const rest: Omit<Handlers, 'getMine'>
// @ts-expect-error getMine is missing
serve(rest)
// @ts-expect-error 200 is not documented
serve({ ...rest, getMine: () => ({ status: 200 }) })
// @ts-expect-error the body is no pet
serve({ ...rest, getMine: () => ({ status: 204 }), addPet: () => ({ status: 201, body: {} }) })
// @ts-expect-error there is no such parameter
serve({ ...rest, getMine: () => ({ status: 204 }), getPet: ({ path }) => path.id })
`
  expect(
    await checkTypes([
      ...files,
      { path: 'use.ts', content: dom + USE },
      { path: 'wrong.ts', content: wrong },
    ]),
  ).toEqual([])
})
