import { expect, it } from 'vitest'
import type { Contract } from '../../src/model.ts'
import { emitParsers } from '../../src/validators/emit-parsers.ts'
import { planFunctions } from '../../src/validators/plan-functions.ts'
import { bundle } from '../write-documents.ts'
import { contractOf } from './contract-of.ts'
import { loadGenerated } from './load-generated.ts'

function parsersOf(contract: Contract): string {
  return emitParsers(contract, {
    hasReaders: true,
    typesModule: '@example/types',
    sent: planFunctions(contract).sent,
  }).content
}

function exportsOf(contract: Contract): string[] {
  return [...parsersOf(contract).matchAll(/^export (?:const|function) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
}

const named: [string, Contract, string][] = [
  [
    'of a reader plainly, and those of a writer Sent',
    contractOf({ URLList: true }),
    'parseURLList isURLList urlListSchema parseURLListSent isURLListSent urlListSentSchema',
  ],
  [
    'of the reader of a message payload in full',
    contractOf({ Paid: true }, { messages: ['Paid'] }),
    'parsePaidReceived isPaidReceived paidReceivedSchema parsePaidSent isPaidSent paidSentSchema',
  ],
]

it.each(named)('names parser, guard and schema %s', (_, contract, want) => {
  const tables = 'requestParsers responseParsers messageParsers'
  expect(exportsOf(contract).join(' ')).toBe(`${want} ${tables}`)
})

it('keeps the plain name where the names of two schemas meet', () => {
  const names = exportsOf(
    contractOf(
      { A: true, ASent: true, AReceived: true, AReceivedSent: true, B: true },
      { messages: ['A'] },
    ),
  )
  expect(new Set(names).size).toBe(names.length)
  const clashing = ['ASent', 'ASent_', 'AReceived', 'AReceived_', 'AReceivedSent', 'AReceivedSent_']
  expect(names).toEqual(expect.arrayContaining(clashing.map((name) => `parse${name}`)))
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

it('lists parsers by operation, by status of its responses, and by message', async () => {
  const generated = await loadGenerated(
    bundle({
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
          headers:
            X-Limit: { required: true, schema: { $ref: '#/components/schemas/Limit' } }
            Any: { content: { application/json: { schema: true } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Body' } } }
        4XX: { description: none }
components: { schemas: { Body: { type: object }, Limit: { type: string } } }
`,
      'asyncapi.yaml': `asyncapi: 3.0.0
components:
  messages: { paid: { payload: { $ref: '#/components/schemas/Paid' } } }
  schemas: { Paid: { type: object, additionalProperties: false } }
`,
    }),
  )
  const { requestParsers, responseParsers, messageParsers } = generated as unknown as Record<
    string,
    unknown
  >
  const rows = (name: string) => ({
    sent: generated[`parse${name}Sent`],
    received: generated[`parse${name}`],
  })
  const limit = rows('Limit')
  const none = { required: false, sent: null, received: null }
  expect(requestParsers).toEqual({
    list: {
      body: { required: true, ...rows('Body') },
      parameters: {
        cookie: {},
        header: { 'X-Trace': none },
        path: { id: { required: true, ...limit } },
        query: { limit: { required: false, ...limit } },
      },
    },
  })
  const headers = { 'X-Limit': { required: true, ...limit }, Any: none }
  expect(responseParsers).toEqual({
    list: { 200: { body: rows('Body'), headers }, '4XX': { body: null, headers: {} } },
  })
  const payload = { sent: generated.parsePaidSent, received: generated.parsePaidReceived }
  expect(messageParsers).toEqual({ paid: { payload, headers: {} } })
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
