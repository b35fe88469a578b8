import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDocument } from '../src/document/open-document.ts'
import type { Finding } from '../src/finding.ts'
import { compareWire } from '../src/wire/compare-wire.ts'
import { findChanges } from '../src/wire/find-changes.ts'
import { folderWith } from './documents.ts'

type Files = { [path: string]: string }

/** The two documents `openapi.json` or `asyncapi.json` of two folders. */
function open(from: Files, to: Files) {
  const place = (side: string, files: Files) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${side}/${path}`, text]))
  const folder = folderWith({ ...place('from', from), ...place('to', to) })
  const name = Object.keys(to)[0] ?? ''
  return [
    openDocument(join(folder, 'from', name), 'from'),
    openDocument(join(folder, 'to', name), 'to'),
  ] as const
}

/** What changed, as `kind type keys property`. */
function changesOf(from: Files, to: Files): string[] {
  return findChanges(...open(from, to))
    .map(({ kind, type, keys, property }) =>
      [kind, type, keys.slice(3).join('/'), property].filter(Boolean).join(' '),
    )
    .sort()
}

function findingsOf(from: Files, to: Files): Finding[] {
  return compareWire(...open(from, to))
}

interface Parts {
  version?: string
  request?: unknown
  answer?: object
  parameters?: object[]
  headers?: object
  schemas?: object
}

/** An OpenAPI document with one operation. */
function api({ version = '3.1.0', request, answer, parameters, headers, schemas }: Parts): Files {
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
  const post = {
    operationId: 'make',
    parameters,
    ...(request !== undefined && { requestBody: json(request) }),
    responses: { 200: { description: 'Made.', headers, ...(answer && json(answer)) } },
  }
  return {
    'openapi.json': JSON.stringify({
      openapi: version,
      info: { title: 'Things', version: '1.0.0' },
      paths: { '/things': { post } },
      components: { schemas },
    }),
  }
}

const thing = { $ref: '#/components/schemas/Thing' }
const schema = 'requestBody/content/application/json/schema'

describe('the walk over two documents', () => {
  it('gives both ends of a change with file, pointer and value', () => {
    const files = (type: string) => ({
      'openapi.json': api({ request: { $ref: 'thing.json' } })['openapi.json'] ?? '',
      'thing.json': JSON.stringify({ type: 'object', properties: { a: { type } } }),
    })
    const [from, to] = open(files('string'), files('number'))
    const [change, ...others] = findChanges(from, to)
    expect(others).toEqual([])
    expect(change).toMatchObject({
      type: 'Schema',
      kind: 'modified',
      property: 'type',
      before: { pointer: '/properties/a/type', value: 'string' },
      after: { pointer: '/properties/a/type', value: 'number' },
      uses: [{ direction: 'reads', party: 'caller' }],
    })
    expect(from.nameOf(change?.before?.file ?? '')).toBe('thing.json')
    expect(change?.keys.slice(-3)).toEqual(['schema', 'properties', 'a'])
  })

  it('compares a part once for each way that it travels, even if references form a cycle', () => {
    const tree = (type: string) => ({
      Thing: { type: 'object', properties: { name: { type }, next: thing } },
    })
    const from = api({ request: thing, answer: thing, schemas: tree('string') })
    const to = api({ request: thing, answer: thing, schemas: tree('number') })
    const uses = findChanges(...open(from, to)).flatMap((change) => change.uses)
    expect(uses).toEqual([
      { direction: 'reads', party: 'caller' },
      { direction: 'sends', party: 'caller' },
    ])
    expect(findingsOf(from, to)).toHaveLength(1)
  })

  it.each([
    [
      'an added or removed part is one change, whatever it holds',
      { request: { properties: { a: { properties: { b: {} } } } } },
      { request: { properties: { c: { type: 'string' } } } },
      [`added Schema ${schema}/properties/c`, `removed Schema ${schema}/properties/a`],
    ],
    [
      'parameters are paired by name and place, not by position',
      { parameters: [{ name: 'a', in: 'query' }] },
      {
        parameters: [
          { name: 'a', in: 'header' },
          { name: 'a', in: 'query', required: true },
        ],
      },
      ['added Parameter parameters/0', 'modified Parameter parameters/1 required'],
    ],
    [
      'a parameter that switches from a schema to content changes as a whole',
      { parameters: [{ name: 'a', in: 'query', schema: {} }] },
      { parameters: [{ name: 'a', in: 'query', content: { 'text/plain': {} } }] },
      ['modified Parameter parameters/0 content', 'removed Schema parameters/0/schema'],
    ],
    [
      'header names are case-insensitive',
      { headers: { 'X-One': { required: true } } },
      { headers: { 'x-one': { required: false } } },
      [
        'modified Header responses/200/headers/x-one key',
        'modified Header responses/200/headers/x-one required',
      ],
    ],
    [
      'forms are paired by what they say, not by position',
      { request: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      { request: { anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'string' }] } },
      [`added Schema ${schema}/anyOf/1`],
    ],
    [
      'the position in prefixItems matters',
      { request: { prefixItems: [{ type: 'string' }, { type: 'number' }] } },
      { request: { prefixItems: [{ type: 'number' }, { type: 'string' }] } },
      [
        `modified Schema ${schema}/prefixItems/0 type`,
        `modified Schema ${schema}/prefixItems/1 type`,
      ],
    ],
    [
      'a new list of forms is one change',
      { request: {} },
      { request: { oneOf: [{ type: 'string' }] } },
      [`added SchemaList ${schema}/oneOf`],
    ],
    [
      'a schema that says the same in another way is one change',
      { request: { type: ['string', 'null'] } },
      { request: { type: ['null', 'string'] } },
      [`rewritten Schema ${schema}`],
    ],
    [
      'a schema that becomes a boolean changes as a whole',
      { request: { properties: { a: { type: 'string' } } } },
      { request: { properties: { a: false } } },
      [`modified BooleanSchema ${schema}/properties/a`],
    ],
    [
      'a schema behind a reference that has nothing in common with the old one is replaced',
      { request: thing, schemas: { Thing: { type: 'string' } } },
      { request: { anyOf: [{ type: 'number' }] }, schemas: { Thing: { type: 'string' } } },
      [`replaced Schema ${schema}`],
    ],
    [
      'parts that only components hold are skipped',
      { schemas: { Thing: { type: 'string' } } },
      { schemas: { Thing: { type: 'number' } } },
      [],
    ],
  ] as [string, Parts, Parts, string[]][])('%s', (_, from, to, wanted) => {
    expect(changesOf(api(from), api(to))).toEqual(wanted)
  })
})

describe('a schema that is used in two places', () => {
  const shared = (type: unknown) => ({ Thing: { type } })
  const code = (names: string[]) => ({ Thing: { type: 'string', enum: names } })
  const open = { anyOf: [thing, { type: 'string' }] }

  it.each([
    [
      'once in a condition, is judged there too',
      { request: { properties: { a: thing, b: { not: thing } } }, schemas: shared('string') },
      {
        request: { properties: { a: thing, b: { not: thing } } },
        schemas: shared(['string', 'null']),
      },
      'major condition-changed',
    ],
    [
      'once as a form of oneOf, must not match the other form',
      {
        request: { properties: { a: thing, b: { oneOf: [thing, { type: 'null' }] } } },
        schemas: shared('string'),
      },
      {
        request: { properties: { a: thing, b: { oneOf: [thing, { type: 'null' }] } } },
        schemas: shared(['string', 'null']),
      },
      'major alternative-overlaps',
    ],
    [
      'once in an open set, is closed in the other',
      { answer: { properties: { a: open, b: thing } }, schemas: code(['x']) },
      { answer: { properties: { a: open, b: thing } }, schemas: code(['x', 'y']) },
      'major closed-set-grown',
    ],
  ] as [string, Parts, Parts, string][])('%s', (_, from, to, wanted) => {
    const told = findingsOf(api(from), api(to)).map(({ level, rule }) => `${level} ${rule}`)
    expect(told).toEqual([wanted])
  })
})

describe('rules beside a reference', () => {
  const schemas = { Thing: { type: 'object', properties: { a: { type: 'string' } } } }
  const bound = { Thing: { type: 'string', maxLength: 9 } }

  it.each([
    [
      'count as if they stood there, and so do rules beside an allOf of one entry',
      { request: { ...thing, minLength: 1 }, schemas: bound },
      { request: { allOf: [thing], minLength: 2 }, schemas: bound },
      [`modified Schema ${schema} minLength`],
    ],
    [
      'are compared layer by layer if two layers set the same keyword',
      { request: { ...thing, maxLength: 5 }, schemas: bound },
      { request: { ...thing, maxLength: 7 }, schemas: bound },
      [`modified Schema ${schema} maxLength`],
    ],
    [
      'are not merged if they close what they do not list',
      { request: { ...schemas.Thing, additionalProperties: false }, schemas },
      { request: { ...thing, additionalProperties: false }, schemas },
      [`replaced Schema ${schema}`],
    ],
    [
      'are ignored in OpenAPI 3.0',
      { version: '3.0.3', request: { ...thing, maxLength: 5 }, schemas: bound },
      { version: '3.0.3', request: { ...thing, maxLength: 7 }, schemas: bound },
      [],
    ],
  ] as [string, Parts, Parts, string[]][])('%s', (_, from, to, wanted) => {
    expect(changesOf(api(from), api(to))).toEqual(wanted)
  })
})

describe('the place of a finding', () => {
  const files = (fields: string): Files => ({
    'openapi.yaml': [
      'openapi: 3.1.0',
      'info: { title: Things, version: 1.0.0 }',
      'paths:',
      '  /things:',
      '    get:',
      '      operationId: getThing',
      '      responses:',
      '        200:',
      '          description: It.',
      '          content:',
      '            application/json:',
      '              schema:',
      '                properties:',
      fields,
    ].join('\n'),
  })

  it('has the line of an added part, and the line of the parent of a removed part', () => {
    const one = '                  a: { type: string }'
    const other = '                  b:\n                    type: string'
    const found = findingsOf(files(one), files(other))
    const told = found.map(({ rule, source }) => [
      rule,
      source?.pointer.split('/').at(-1),
      source?.line,
    ])
    expect(told.sort()).toEqual([
      ['field-added', 'b', 14],
      ['field-removed', 'a', 12],
    ])
  })
})

describe('an AsyncAPI document', () => {
  interface Message {
    id?: string
    payload?: object
    channel?: string
  }
  const events = ({ id = 'made', payload = {}, channel = 'things' }: Message): Files => ({
    'asyncapi.json': JSON.stringify({
      asyncapi: '3.0.0',
      info: { title: 'Events', version: '1.0.0' },
      channels: {
        [channel]: { address: '/things', messages: { [id]: { name: 'thing.made', payload } } },
      },
      operations: { tell: { action: 'send', channel: { $ref: `#/channels/${channel}` } } },
    }),
  })
  const rulesOf = (from: Message, to: Message) =>
    findingsOf(events(from), events(to))
      .map(({ level, rule }) => `${level} ${rule}`)
      .sort()

  it('a field named like a part of a message is a field', () => {
    const payload = (properties: object) => ({ payload: { type: 'object', properties } })
    expect(rulesOf(payload({}), payload({ payload: {}, headers: {} }))).toEqual([
      'minor field-added',
      'minor field-added',
    ])
  })

  it.each([
    [
      'a new id of a message or channel is a patch',
      { id: 'm', channel: 'c' },
      {},
      ['patch channel-id-changed', 'patch message-id-changed'],
    ],
    [
      'a payload in another format is another payload',
      {},
      { payload: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: {} } },
      ['major message-changed'],
    ],
    [
      'the schema of a payload with its format is compared',
      { payload: { schemaFormat: 'application/schema+json', schema: { type: 'string' } } },
      { payload: { schemaFormat: 'application/schema+json', schema: { type: 'number' } } },
      ['major type-changed'],
    ],
  ] as [string, Message, Message, string[]][])('%s', (_, from, to, wanted) => {
    expect(rulesOf(from, to)).toEqual(wanted)
  })
})
