import { expect, it } from 'vitest'
import type { Contract } from '../../src/model.ts'
import { planShapes } from '../../src/readers/to-shape.ts'
import { emitParsers } from '../../src/validators/emit-parsers.ts'
import { planFunctions } from '../../src/validators/plan-functions.ts'
import { bundle } from '../write-documents.ts'
import { contractOf } from './contract-of.ts'
import { loadGenerated } from './load-generated.ts'

function parsersOf(contract: Contract): string {
  return emitParsers(contract, {
    hasReaders: true,
    plans: planShapes(contract.schemas),
    typesModule: '@example/types',
    sent: planFunctions(contract).sent,
  }).content
}

it('names the exports after the schema, in full for a message payload, and marks names that would clash', () => {
  const schemas = { A: true, ASent: true, AReceived: true, AReceivedSent: true, URLList: true }
  const text = parsersOf(contractOf(schemas, { messages: ['A'] }))
  const names = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  expect(new Set(names).size).toBe(names.length)
  const clashing = ['ASent', 'ASent_', 'AReceived', 'AReceived_', 'AReceivedSent', 'AReceivedSent_']
  expect(names).toEqual(expect.arrayContaining(clashing.map((name) => `parse${name}`)))
  expect(names.filter((name) => /urllist/i.test(name))).toEqual([
    ...['parseURLList', 'isURLList', 'urlListSchema'],
    ...['parseURLListSent', 'isURLListSent', 'urlListSentSchema'],
  ])
})

it('types what a reader takes by Received only where a listed set is opened', () => {
  const text = parsersOf(
    contractOf({
      Kind: { enum: ['a'] },
      Event: { properties: { kind: { $ref: '#/components/schemas/Kind' } } },
      Closed: { additionalProperties: false },
      Open: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'string' }] },
      Test: { if: { const: 'a' }, then: false },
    }),
  )
  const typeOf = (name: string) =>
    new RegExp(`function ${name}\\(.*\\): ParseResult<(.*)> \\{`).exec(text)?.[1]
  expect(typeOf('parseKind')).toBe('Received<t.Kind>')
  expect(typeOf('parseEvent')).toBe('Received<t.Event>')
  for (const name of ['KindSent', 'EventSent', 'Closed', 'Open', 'Test'])
    expect(typeOf(`parse${name}`)).toBe(`t.${name.replace('Sent', '')}`)
  expect(text).toContain("import type * as t from '@example/types'")
})

it('lists parsers by operation, by status of its responses, and by message', () => {
  const contract = bundle({
    'openapi.yaml': `openapi: 3.1.0
paths:
  /{id}:
    get:
      operationId: list
      parameters:
        - { name: X-Trace, in: header, content: { application/json: { schema: true } } }
        - { name: id, in: path, required: true, schema: { $ref: '#/components/schemas/Limit' } }
        - { name: limit, in: query, schema: { $ref: '#/components/schemas/Limit' } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Body' } } } }
      responses:
        200:
          headers: { X-Limit: { required: true, schema: { $ref: '#/components/schemas/Limit' } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Body' } } }
        4XX: { description: none }
components: { schemas: { Body: { type: object }, Limit: { type: string } } }
`,
    'asyncapi.yaml': 'asyncapi: 3.0.0\ncomponents: { messages: { paid: { payload: true } } }\n',
  })
  const text = parsersOf(contract).replaceAll(/\s+/g, ' ')
  for (const table of [
    "requestParsers = { list: { body: { required: true, sent: parseBodySent, received: parseBody }, parameters: { cookie: {}, header: { 'X-Trace': { required: false, sent: null, received: null }, }, path: { id: { required: true, sent: parseLimitSent, received: parseLimit }, }, query: { limit: { required: false, sent: parseLimitSent, received: parseLimit }, }, }, }, } as const",
    "responseParsers = { list: { 200: { body: { sent: parseBodySent, received: parseBody }, headers: { 'X-Limit': { required: true, sent: parseLimitSent, received: parseLimit }, }, }, '4XX': { body: null, headers: {}, }, }, } as const",
    "responseReaders = { list: { 200: parseBody, '4XX': null, }, } as const",
    'messageParsers = { paid: { payload: { sent: parsePaidPayloadSent, received: parsePaidPayloadReceived }, headers: {}, }, } as const',
  ])
    expect(text).toContain(`export const ${table}`)
})

it('is a module also of a contract without schemas', () => {
  expect(parsersOf(contractOf({}))).toContain('export const requestParsers = {\n} as const')
})

it('guards a scalar by the schema as written, and an object by its structure', async () => {
  const https = { type: 'string', pattern: '^https://[^@]+$' }
  const { isLink, isPage, parseLink } = (await loadGenerated(
    contractOf({
      Https: https,
      Link: { allOf: [{ $ref: '#/components/schemas/Https' }] },
      Page: { type: 'object', required: ['link'], properties: { link: https } },
    }),
  )) as unknown as Record<string, (value: unknown) => unknown>
  for (const odd of ['javascript:alert(1)', 'data:text/html,a', 'https://user@a.example/']) {
    expect(isLink?.(odd)).toBe(false)
    expect(parseLink?.(odd)).toMatchObject({ ok: true, departures: [{ keyword: 'pattern' }] })
    expect(isPage?.({ link: odd })).toBe(true)
  }
  expect(isLink?.('https://a.example/')).toBe(true)
})

it('lists every item that was left out, also beyond the first hundred departures', async () => {
  const row = {
    type: 'object',
    required: ['code', 'currency'],
    properties: { code: { type: 'string', pattern: '^..$' }, currency: { type: 'string' } },
  }
  const { parseList } = await loadGenerated(contractOf({ List: { type: 'array', items: row } }))
  const rows = Array.from({ length: 249 }, (_, index) =>
    index === 200 ? { code: 'ABC' } : { code: 'ABC', currency: 'EUR' },
  )
  const result = parseList?.(rows)
  expect(result).toMatchObject({ ok: true })
  if (!result?.ok) return
  expect(result.value).toHaveLength(248)
  expect(result.departures).toHaveLength(101)
  expect(result.departures[0]).toMatchObject({ path: '/200/currency', keyword: 'required' })
})
