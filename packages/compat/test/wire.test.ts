import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDocument } from '../src/document/open-document.ts'
import { compareWire } from '../src/wire/compare-wire.ts'
import { findChanges } from '../src/wire/find-changes.ts'
import { asyncapi, useFolders } from './set-up.ts'

const folderWith = useFolders()

type Files = { [path: string]: string }

/** The first document of two folders with these files. */
function open(from: Files, to: Files) {
  const [one, other] = [from, to].map((files, index) =>
    openDocument(join(folderWith(files), Object.keys(files)[0] ?? ''), `side ${index}`),
  )
  return [one, other] as [ReturnType<typeof openDocument>, ReturnType<typeof openDocument>]
}

/** What changed, as `kind type keys property`. */
const changesOf = (from: Files, to: Files): string[] =>
  findChanges(...open(from, to))
    .map(({ kind, type, keys, property }) =>
      [kind, type, keys.slice(3).join('/'), property].filter(Boolean).join(' '),
    )
    .sort()

/** What is said of it, as `level rule`. */
const told = (from: Files, to: Files): string[] =>
  compareWire(...open(from, to))
    .map(({ level, rule }) => `${level} ${rule}`)
    .sort()

interface Parts {
  version?: string
  request?: unknown
  answer?: object
  callback?: object
  parameters?: object[]
  headers?: object
  schemas?: object
}

/** An OpenAPI document with one operation. */
function api({ version = '3.1.0', request, answer, callback, schemas, ...parts }: Parts): Files {
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
  const taken = { 200: { description: 'Taken.' } }
  const post = {
    operationId: 'make',
    parameters: parts.parameters,
    ...(request !== undefined && { requestBody: json(request) }),
    responses: {
      200: { description: 'Made.', headers: parts.headers, ...(answer && json(answer)) },
    },
    ...(callback && {
      callbacks: {
        done: {
          '{$request.body#/url}': { post: { requestBody: json(callback), responses: taken } },
        },
      },
    }),
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

const events = (parts: Parameters<typeof asyncapi>[0]): Files => ({
  'asyncapi.json': asyncapi(parts),
})

const thing = { $ref: '#/components/schemas/Thing' }
const schema = 'requestBody/content/application/json/schema'
const string = { type: 'string' }
const number = { type: 'number' }

describe('the walk over two documents', () => {
  it('gives both ends of a change with file, pointer and value', () => {
    const files = (type: string) => ({
      ...api({ request: { $ref: 'thing.json' } }),
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
    expect(findChanges(...open(from, to)).flatMap((change) => change.uses)).toEqual([
      { direction: 'reads', party: 'caller' },
      { direction: 'sends', party: 'caller' },
    ])
    expect(told(from, to)).toEqual(['major type-changed'])
  })

  const layered = { Thing: { type: 'object', properties: { a: string } } }
  const bound = { Thing: { ...string, maxLength: 9 } }
  it.each<[string, Parts, Parts, string[]]>([
    [
      'an added or removed part is one change, whatever it holds',
      { request: { properties: { a: { properties: { b: {} } } } } },
      { request: { properties: { c: string } } },
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
      { request: { anyOf: [string, bound.Thing] } },
      { request: { anyOf: [bound.Thing, { type: 'boolean' }, string] } },
      [`added Schema ${schema}/anyOf/1`],
    ],
    [
      'the position in prefixItems matters',
      { request: { prefixItems: [string, number] } },
      { request: { prefixItems: [number, string] } },
      [
        `modified Schema ${schema}/prefixItems/0 type`,
        `modified Schema ${schema}/prefixItems/1 type`,
      ],
    ],
    [
      'a schema behind a reference that has nothing in common with the old one is replaced',
      { request: thing, schemas: { Thing: string } },
      { request: { anyOf: [number] }, schemas: { Thing: string } },
      [`replaced Schema ${schema}`],
    ],
    [
      'parts that only components hold are skipped',
      { schemas: { Thing: string } },
      { schemas: { Thing: number } },
      [],
    ],
    [
      'rules beside a reference or an allOf of one entry count as if they stood there',
      { request: { ...thing, minLength: 1 }, schemas: bound },
      { request: { allOf: [thing], minLength: 2 }, schemas: bound },
      [`modified Schema ${schema} minLength`],
    ],
    [
      'rules beside a reference are compared layer by layer if two layers set the same keyword',
      { request: { ...thing, maxLength: 5 }, schemas: bound },
      { request: { ...thing, maxLength: 7 }, schemas: bound },
      [`modified Schema ${schema} maxLength`],
    ],
    [
      'rules beside a reference are not merged if they close what they do not list',
      { request: { ...layered.Thing, additionalProperties: false }, schemas: layered },
      { request: { ...thing, additionalProperties: false }, schemas: layered },
      [`replaced Schema ${schema}`],
    ],
    [
      'rules beside a reference are ignored in OpenAPI 3.0',
      { version: '3.0.3', request: { ...thing, maxLength: 5 }, schemas: bound },
      { version: '3.0.3', request: { ...thing, maxLength: 7 }, schemas: bound },
      [],
    ],
  ])('%s', (_, from, to, wanted) => {
    expect(changesOf(api(from), api(to))).toEqual(wanted)
  })
})

const object = (required: string[], names = ['a', 'b']) => ({
  type: 'object',
  required,
  properties: Object.fromEntries(names.map((name) => [name, string])),
})

describe('what the platform sends may grow, what it reads may not shrink', () => {
  const nullable = { type: ['string', 'null'] }
  const both = (Thing: object) => ({ request: thing, answer: thing, schemas: { Thing } })
  const open = { anyOf: [thing, string] }
  const ofCodes = { properties: { a: open, b: thing } }
  const ofNot = { properties: { a: thing, b: { not: thing } } }
  const ofOneOf = { properties: { a: thing, b: { oneOf: [thing, { type: 'null' }] } } }

  // The corpus has the rows of requests, responses and events.
  it.each<[string, Parts, Parts, string]>([
    [
      'a request field is added',
      { request: object(['a'], ['a']) },
      { request: object(['a']) },
      'minor field-added',
    ],
    [
      'a request object closes',
      { request: object(['a']) },
      { request: { ...object(['a']), additionalProperties: false } },
      'major object-closed',
    ],
    [
      'a callback is sent: a field becomes required',
      { callback: object(['a']) },
      { callback: object(['a', 'b']) },
      'minor field-made-required',
    ],
    [
      'a schema goes both ways: a field becomes required',
      both(object(['a'])),
      both(object(['a', 'b'])),
      'major field-made-required',
    ],
    [
      'a schema goes both ways: a field becomes optional',
      both(object(['a', 'b'])),
      both(object(['a'])),
      'major field-made-optional',
    ],
    [
      'a field named like a keyword is added',
      { answer: object([], ['a']) },
      { answer: object([], ['a', 'not']) },
      'minor field-added',
    ],
    [
      'a schema also stands in a condition',
      { request: ofNot, schemas: { Thing: string } },
      { request: ofNot, schemas: { Thing: nullable } },
      'major condition-changed',
    ],
    [
      'a schema is also a form of oneOf, and would match another',
      { request: ofOneOf, schemas: { Thing: string } },
      { request: ofOneOf, schemas: { Thing: nullable } },
      'major alternative-overlaps',
    ],
    [
      'a set is open in one place and closed in another',
      { answer: ofCodes, schemas: { Thing: { ...string, enum: ['x'] } } },
      { answer: ofCodes, schemas: { Thing: { ...string, enum: ['x', 'y'] } } },
      'major closed-set-grown',
    ],
  ])('%s', (_, from, to, wanted) => {
    expect(told(api(from), api(to))).toEqual([wanted])
  })

  it('in AsyncAPI 2, publish names what the platform reads, and subscribe what it sends', () => {
    const channel = (payload: object, verb: string): Files => ({
      'asyncapi.json': JSON.stringify({
        asyncapi: '2.6.0',
        info: { title: 'Events', version: '1.0.0' },
        channels: { things: { [verb]: { message: { name: 'thing.made', payload } } } },
      }),
    })
    const step = (verb: string) =>
      told(channel(object(['a']), verb), channel(object(['a', 'b']), verb))
    expect(step('publish')).toEqual(['major field-made-required'])
    expect(step('subscribe')).toEqual(['minor field-made-required'])
  })
})

describe('an AsyncAPI document', () => {
  const ofFormat = (schemaFormat: string, schema: object) => ({ payload: { schemaFormat, schema } })
  const moved = (id: string): Files => ({
    'asyncapi.json': asyncapi().replaceAll('/made', `/${id}`).replaceAll('"made"', `"${id}"`),
  })

  const addressed = (id: string): Files => {
    const text = asyncapi().replace('"things":{', `"${id}":{"address":"/things",`)
    return { 'asyncapi.json': text.replace('channels/things"', `channels/${id}"`) }
  }

  it.each<[string, Files, Files, string[]]>([
    [
      'a field named like a part of a message is a field',
      events({ payload: object([], []) }),
      events({ payload: object([], ['payload', 'headers']) }),
      ['minor field-added', 'minor field-added'],
    ],
    ['a new id of a message is a patch', moved('m'), moved('n'), ['patch message-id-changed']],
    [
      'a new id of a channel is a patch',
      addressed('things'),
      addressed('others'),
      ['patch channel-id-changed'],
    ],
    [
      'a payload in another format is another payload',
      events({}),
      events(ofFormat('application/vnd.apache.avro;version=1.9.0', {})),
      ['major message-changed'],
    ],
    [
      'the schema of a payload with its format is compared',
      events(ofFormat('application/schema+json', string)),
      events(ofFormat('application/schema+json', number)),
      ['major type-changed'],
    ],
  ])('%s', (_, from, to, wanted) => {
    expect(told(from, to)).toEqual(wanted)
  })
})

it('has the line of the side where a part is', () => {
  const files = (fields: string): Files => ({
    'openapi.yaml': [
      'openapi: 3.1.0',
      'info: { title: Things, version: 1.0.0 }',
      'paths:',
      '  /things:',
      '    post:',
      '      requestBody: { content: { application/json: { schema: {',
      '        properties: {',
      `          ${fields}`,
      '        } } } } }',
    ].join('\n'),
  })
  const found = compareWire(...open(files('a: { type: string }'), files('\n          b: {}')))
  const places = found.map(({ rule, source }) => [rule, source?.side, source?.line, source?.near])
  expect(places.sort()).toEqual([
    ['field-added', 'to', 9, undefined],
    ['field-removed', 'from', 8, 6],
  ])
})
