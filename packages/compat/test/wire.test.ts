import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openDocument, SpecDocument } from '../src/document/open-document.ts'
import { compareWire } from '../src/wire/compare-wire.ts'
import { asyncapi, useFolders } from './set-up.ts'

const folderWith = useFolders()

type Files = { [path: string]: string }

/** What changed between the first documents of two folders with these files. */
function compare(from: Files, to: Files) {
  const open = (files: Files) =>
    openDocument(join(folderWith(files), Object.keys(files)[0] ?? ''), 'side')
  return compareWire(open(from), open(to))
}

/** What is said of it, as `level rule`. */
const told = (from: Files, to: Files): string[] =>
  compare(from, to)
    .map(({ level, rule }) => `${level} ${rule}`)
    .sort()

interface Parts {
  version?: string
  request?: unknown
  answer?: object
  callback?: object
  parameters?: object[]
  schemas?: object
}

/** An OpenAPI document with one operation. */
function api({ version = '3.1.0', request, answer, callback, schemas, parameters }: Parts): Files {
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
  const responses = { 200: { description: 'Done.', ...(answer && json(answer)) } }
  const done = { '{$request.body#/url}': { post: { requestBody: json(callback), responses } } }
  const post = {
    operationId: 'make',
    parameters,
    ...(request !== undefined && { requestBody: json(request) }),
    responses,
    ...(callback && { callbacks: { done } }),
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
const string = { type: 'string' }
const number = { type: 'number' }
const object = (required: string[], names = ['a', 'b']) => ({
  type: 'object',
  required,
  properties: Object.fromEntries(names.map((name) => [name, string])),
})
const short = object(['a'], ['a'])
const closed = { ...short, additionalProperties: false }
const both = (Thing: object) => ({ request: thing, answer: thing, schemas: { Thing } })
const bare = (Thing: object) => ({ schemas: { Thing } })
const tree = (type: string) => both({ type: 'object', properties: { name: { type }, next: thing } })
const asked = (name: string, more: object) => ({ parameters: [{ name, in: 'query', ...more }] })
const bound = (maxLength: number, version = '3.1.0') => ({
  ...{ version, request: { ...thing, maxLength } },
  schemas: { Thing: { ...string, maxLength: 9 } },
})
/** A schema that several places use. */
const placed = (properties: object, Thing: object) => ({
  request: { properties },
  schemas: { Thing },
})
const nullable = { type: ['string', 'null'] }
const negated = { a: thing, b: { not: thing } }
const oneOfTwo = { a: thing, b: { oneOf: [thing, { type: 'null' }] } }
const codes = { properties: { a: { anyOf: [thing, string] }, b: thing } }

// The corpus has most changes of requests, responses and events.
it.each<[string, Parts, Parts, string[]]>([
  [
    'an added or removed part is one change, whatever it holds',
    { request: { properties: { a: { properties: { b: {} } } } } },
    { request: { properties: { c: string } } },
    ['major field-removed', 'minor field-added'],
  ],
  [
    'a parameter is paired by name and place, not by position',
    asked('a', {}),
    { parameters: [{ name: 'a', in: 'header' }, ...asked('a', { required: true }).parameters] },
    ['major part-made-required', 'minor part-added'],
  ],
  [
    'a parameter that switches from a schema to content changes as a whole',
    asked('a', { schema: {} }),
    asked('a', { content: { 'text/plain': {} } }),
    ['major part-changed', 'minor rule-removed'],
  ],
  [
    'the position in prefixItems matters',
    { request: { prefixItems: [string, number] } },
    { request: { prefixItems: [number, string] } },
    ['major type-changed', 'major type-changed'],
  ],
  ['a component that nothing uses is skipped', bare(string), bare(number), ['patch text-changed']],
  [
    'rules beside a reference are not merged if they forbid unlisted fields',
    { request: closed, schemas: { Thing: short } },
    { request: { ...thing, additionalProperties: false }, schemas: { Thing: short } },
    ['major schema-replaced'],
  ],
  [
    'forms are paired by what they say, not by position',
    { request: { anyOf: [string, { ...string, maxLength: 9 }] } },
    { request: { anyOf: [{ ...string, maxLength: 9 }, { type: 'boolean' }, string] } },
    ['minor alternative-added'],
  ],
  [
    'a reference gives way to a schema that has nothing in common with its target',
    { request: thing, schemas: { Thing: string } },
    { request: { anyOf: [number] }, schemas: { Thing: string } },
    ['major schema-replaced'],
  ],
  [
    'rules beside an allOf of one entry count as those beside a reference',
    { request: { ...thing, minLength: 1 }, schemas: { Thing: string } },
    { request: { allOf: [thing], minLength: 2 }, schemas: { Thing: string } },
    ['major format-changed'],
  ],
  ['rules beside a reference count in OpenAPI 3.1', bound(5), bound(7), ['minor format-loosened']],
  [
    'rules beside a reference do not count in OpenAPI 3.0',
    bound(5, '3.0.3'),
    bound(7, '3.0.3'),
    ['patch text-changed'],
  ],
  [
    'a request field is added',
    { request: short },
    { request: object(['a']) },
    ['minor field-added'],
  ],
  ['a request object closes', { request: short }, { request: closed }, ['major object-closed']],
  [
    'the platform sends a callback: a field becomes required',
    { callback: object(['a']) },
    { callback: object(['a', 'b']) },
    ['minor field-made-required'],
  ],
  [
    'a request and an answer share a schema: a field becomes required',
    both(object(['a'])),
    both(object(['a', 'b'])),
    ['major field-made-required'],
  ],
  [
    'a request and an answer share a schema: a field becomes optional',
    both(object(['a', 'b'])),
    both(object(['a'])),
    ['major field-made-optional'],
  ],
  [
    'a request and an answer share a schema that refers to itself: one change',
    tree('string'),
    tree('number'),
    ['major type-changed'],
  ],
  [
    'a field named like a keyword is added',
    { answer: object([], ['a']) },
    { answer: object([], ['a', 'not']) },
    ['minor field-added'],
  ],
  [
    'a condition also uses a schema that grows',
    placed(negated, string),
    placed(negated, nullable),
    ['major condition-changed'],
  ],
  [
    'a oneOf also uses a schema that grows, and another form would match too',
    placed(oneOfTwo, string),
    placed(oneOfTwo, nullable),
    ['major alternative-overlaps'],
  ],
  [
    'a set that is open in one place and closed in another grows',
    { answer: codes, schemas: { Thing: { ...string, enum: ['x'] } } },
    { answer: codes, schemas: { Thing: { ...string, enum: ['x', 'y'] } } },
    ['major closed-set-grown'],
  ],
])('OpenAPI: %s', (_, from, to, wanted) => {
  expect(told(api(from), api(to))).toEqual(wanted)
})

const event = (parts: Parameters<typeof asyncapi>[0]): Files => ({
  'asyncapi.json': asyncapi(parts),
})
const ofFormat = (schemaFormat: string, schema: object) =>
  event({ payload: { schemaFormat, schema } })
const identified = (id: string): Files => ({
  'asyncapi.json': asyncapi().replaceAll('/made', `/${id}`).replaceAll('"made"', `"${id}"`),
})
function addressed(id: string): Files {
  const text = asyncapi().replace('"things":{', `"${id}":{"address":"/things",`)
  return { 'asyncapi.json': text.replace('channels/things"', `channels/${id}"`) }
}
/** AsyncAPI 2: the verb says what other applications do. */
const channel = (verb: string, required: string[]): Files => ({
  'asyncapi.json': JSON.stringify({
    asyncapi: '2.6.0',
    info: { title: 'Events', version: '1.0.0' },
    channels: {
      things: { [verb]: { message: { name: 'thing.made', payload: object(required) } } },
    },
  }),
})

it.each<[string, Files, Files, string[]]>([
  [
    'a field named like a part of a message is a field',
    event({ payload: object([], []) }),
    event({ payload: object([], ['payload', 'headers']) }),
    ['minor field-added', 'minor field-added'],
  ],
  ['a message gets a new id', identified('m'), identified('n'), ['patch message-id-changed']],
  [
    'a channel gets a new id',
    addressed('things'),
    addressed('others'),
    ['patch channel-id-changed'],
  ],
  [
    'a payload in another format is another payload',
    event({}),
    ofFormat('application/vnd.apache.avro;version=1.9.0', {}),
    ['major message-changed'],
  ],
  [
    'the schema of a payload that states its format is compared',
    ofFormat('application/schema+json', string),
    ofFormat('application/schema+json', number),
    ['major type-changed'],
  ],
  [
    'publish in AsyncAPI 2 names what the platform reads',
    channel('publish', ['a']),
    channel('publish', ['a', 'b']),
    ['major field-made-required'],
  ],
  [
    'subscribe in AsyncAPI 2 names what the platform sends',
    channel('subscribe', ['a']),
    channel('subscribe', ['a', 'b']),
    ['minor field-made-required'],
  ],
])('AsyncAPI: %s', (_, from, to, wanted) => {
  expect(told(from, to)).toEqual(wanted)
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
  const found = compare(files('a: { type: string }'), files('\n          b: {}'))
  const places = found.map(({ rule, source }) => [rule, source?.side, source?.line, source?.near])
  expect(places.sort()).toEqual([
    ['field-added', 'to', 9, undefined],
    ['field-removed', 'from', 8, 6],
  ])
})

it('reads about twice as much for twice as many forms', () => {
  const readsOf = (size: number) => {
    const forms = Array.from({ length: size }, (_, at) => ({ const: `form ${at}` }))
    const written = vi.spyOn(SpecDocument.prototype, 'written')
    const turned = forms.toReversed()
    const said = told(api({ answer: { oneOf: forms } }), api({ answer: { oneOf: turned } }))
    expect(said).toEqual(['patch text-changed'])
    const { length } = written.mock.calls
    written.mockRestore()
    return length
  }
  expect(readsOf(200)).toBeLessThan(2.5 * readsOf(100))
})
