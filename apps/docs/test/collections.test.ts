import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { toBrunoCollection, toPostmanCollection } from '../src/to-collections.ts'
import { bundled } from './all-pages.ts'

const { collectionSchema } = createRequire(import.meta.url)('@usebruno/schema')

type Folders = { item: unknown }
type BrunoFolders = { items: { items: unknown }[]; environments: unknown }

const body = { name: 'Entry' }
const written = JSON.stringify(body, null, 2)
const document = {
  openapi: '3.1.0',
  info: { title: 'Stamps', version: '1', summary: 'All stamps.' },
  servers: [
    { url: 'https://dev.example', description: 'Development' },
    { url: 'https://stamps.example', description: 'Production' },
  ],
  security: [{ bearer: [] }, { header: [] }],
  paths: {
    '/books/{book}/stamps/{uuid}': {
      parameters: [{ $ref: '#/components/parameters/Book' }],
      put: {
        summary: 'Stamp a book',
        description: 'Puts a stamp in a book.',
        parameters: [
          { name: 'uuid', in: 'path', required: true, example: 'abc' },
          { name: 'country', in: 'query', example: 'IN' },
          { name: 'If-Match', in: 'header', required: true, example: '"1"' },
        ],
        requestBody: { content: { 'application/json': { examples: { entry: { value: body } } } } },
      },
    },
  },
  components: {
    parameters: { Book: { name: 'book', in: 'path', required: true, example: 7 } },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    },
  },
}

it('gives Postman a request for each way to authenticate, with example parameters and body', () => {
  const { item, variable } = toPostmanCollection(document) as Folders & { variable: unknown }
  expect(variable).toEqual([
    { key: 'baseUrl', value: 'https://dev.example' },
    { key: 'apiKey', value: '' },
  ])
  const request = {
    method: 'PUT',
    description: 'Puts a stamp in a book.',
    url: {
      raw: '{{baseUrl}}/books/:book/stamps/:uuid',
      host: ['{{baseUrl}}'],
      path: ['books', ':book', 'stamps', ':uuid'],
      variable: [
        { key: 'book', value: '7', disabled: false },
        { key: 'uuid', value: 'abc', disabled: false },
      ],
      query: [{ key: 'country', value: 'IN', disabled: true }],
    },
    header: [{ key: 'If-Match', value: '"1"', disabled: false }],
    body: { mode: 'raw', raw: written, options: { raw: { language: 'json' } } },
  }
  const own = (values: object) =>
    Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }))
  const bearer = { type: 'bearer', bearer: own({ token: '{{apiKey}}' }) }
  const values = { key: 'x-api-key', value: '{{apiKey}}', in: 'header' }
  const apikey = { type: 'apikey', apikey: own(values) }
  expect(item).toEqual([
    {
      name: 'Stamp a book',
      item: [
        { name: 'with bearer', request: { ...request, auth: bearer } },
        { name: 'with header', request: { ...request, auth: apikey } },
      ],
    },
  ])
})

it('gives Bruno the same, and an environment for each server', () => {
  const { items, environments } = toBrunoCollection(document) as BrunoFolders
  const request = {
    url: '{{baseUrl}}/books/:book/stamps/:uuid',
    method: 'PUT',
    headers: [{ name: 'If-Match', value: '"1"', enabled: true }],
    params: [
      { name: 'book', value: '7', enabled: true, type: 'path' },
      { name: 'uuid', value: 'abc', enabled: true, type: 'path' },
      { name: 'country', value: 'IN', enabled: false, type: 'query' },
    ],
    body: { mode: 'json', json: written },
    docs: 'Puts a stamp in a book.',
  }
  const apikey = { key: 'x-api-key', value: '{{apiKey}}', placement: 'header' }
  expect(items[0]?.items).toMatchObject([
    { request: { ...request, auth: { mode: 'bearer', bearer: { token: '{{apiKey}}' } } } },
    { request: { ...request, auth: { mode: 'apikey', apikey } } },
  ])
  expect(environments).toMatchObject([
    { name: 'Development', variables: [{ value: 'https://dev.example' }, { secret: true }] },
    { name: 'Production', variables: [{ value: 'https://stamps.example' }, { secret: true }] },
  ])
})

const ofCalls = bundled.map(({ bundle }) => bundle).filter((one) => 'openapi' in one)

it.each([document, ...ofCalls])('Bruno accepts the collection of $info.title', (one) => {
  const collection = toBrunoCollection(one)
  expect(() => collectionSchema.validateSync(asImported(collection))).not.toThrow()
})

/** A file as Bruno validates it when it imports it: with ids, and with the full name of each kind of request. */
const asImported = (collection: object): unknown =>
  JSON.parse(JSON.stringify(collection), (key, value) => {
    if (key === 'type' && value === 'http') return 'http-request'
    return value?.name ? { ...value, uid: 'a'.repeat(21) } : value
  })
