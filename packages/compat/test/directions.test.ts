import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDocument, type SpecDocument } from '../src/document/open-document.ts'
import { highestOf } from '../src/finding.ts'
import { compareWire } from '../src/wire/compare-wire.ts'
import { asyncapi, folderWith } from './documents.ts'

/** What the step between two documents asks for, with the rules that say so. */
function judge(from: string, to: string) {
  const folder = folderWith({ 'old.json': from, 'new.json': to })
  const [one, other] = ['old.json', 'new.json'].map((file) =>
    openDocument(join(folder, file), file),
  )
  const findings = compareWire(one as SpecDocument, other as SpecDocument)
  const level = highestOf(findings.map((finding) => finding.level))
  return { level, rules: [...new Set(findings.map(({ rule }) => rule))].sort() }
}

interface Parts {
  request?: object
  response?: object
  callback?: object
  shared?: object
}

const shared = { $ref: '#/components/schemas/Thing' }

function document({
  request = {},
  response = {},
  callback = {},
  shared: Thing = {},
}: Parts): string {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } })
  const post = {
    operationId: 'makeThing',
    requestBody: { required: true, ...json(request) },
    responses: { 200: { description: 'Made.', ...json(response) } },
    callbacks: {
      done: {
        '{$request.body#/url}': {
          post: { requestBody: json(callback), responses: { 200: { description: 'Taken.' } } },
        },
      },
    },
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: { '/things': { post } },
    components: { schemas: { Thing } },
  })
}

const object = (required: string[], names = ['a', 'b']) => ({
  type: 'object',
  required,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

describe('what the platform sends may grow, what it reads may not shrink', () => {
  it.each([
    [
      'a request field becomes required',
      { request: object(['a']) },
      { request: object(['a', 'b']) },
      'major',
    ],
    [
      'a request field becomes optional',
      { request: object(['a', 'b']) },
      { request: object(['a']) },
      'minor',
    ],
    [
      'a response field becomes required',
      { response: object(['a']) },
      { response: object(['a', 'b']) },
      'minor',
    ],
    [
      'a response field becomes optional',
      { response: object(['a', 'b']) },
      { response: object(['a']) },
      'major',
    ],
    [
      'a request field is added',
      { request: object(['a'], ['a']) },
      { request: object(['a']) },
      'minor',
    ],
    [
      'a request field goes',
      { request: object(['a']) },
      { request: object(['a'], ['a']) },
      'major',
    ],
    [
      'a set grows in a request',
      { request: { enum: ['x'] } },
      { request: { enum: ['x', 'y'] } },
      'minor',
    ],
    [
      'a set grows in a response',
      { response: { enum: ['x'] } },
      { response: { enum: ['x', 'y'] } },
      'major',
    ],
    [
      'a bound widens in a request',
      { request: { type: 'string', maxLength: 3 } },
      { request: { type: 'string', maxLength: 9 } },
      'minor',
    ],
    [
      'a bound widens in a response',
      { response: { type: 'string', maxLength: 3 } },
      { response: { type: 'string', maxLength: 9 } },
      'major',
    ],
    [
      'a form is added to a request',
      { request: { anyOf: [{ type: 'string' }] } },
      { request: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      'minor',
    ],
    [
      'a form is added to a response',
      { response: { anyOf: [{ type: 'string' }] } },
      { response: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      'major',
    ],
    [
      'a request object closes',
      { request: object(['a']) },
      { request: { ...object(['a']), additionalProperties: false } },
      'major',
    ],
    [
      'a callback is sent: a field becomes required',
      { callback: object(['a']) },
      { callback: object(['a', 'b']) },
      'minor',
    ],
    [
      'a callback is sent: a field becomes optional',
      { callback: object(['a', 'b']) },
      { callback: object(['a']) },
      'major',
    ],
    [
      'a schema goes both ways: a field becomes required',
      { request: shared, response: shared, shared: object(['a']) },
      { request: shared, response: shared, shared: object(['a', 'b']) },
      'major',
    ],
    [
      'a schema goes both ways: a field becomes optional',
      { request: shared, response: shared, shared: object(['a', 'b']) },
      { request: shared, response: shared, shared: object(['a']) },
      'major',
    ],
    [
      'a field named like a keyword is added',
      { response: object([], ['a']) },
      { response: object([], ['a', 'if', 'not']) },
      'minor',
    ],
  ] as [string, Parts, Parts, string][])('%s', (_, from, to, level) => {
    const judged = judge(document(from), document(to))
    expect({ ...judged, level: judged.level }).toEqual({ ...judged, level })
  })

  it('a message that the platform receives is read, not sent', () => {
    const payload = (schema: object, action: string) =>
      asyncapi({ action }).replace('{"type":"object"}', JSON.stringify(schema))
    const step = (action: string) =>
      judge(payload(object(['a']), action), payload(object(['a', 'b']), action))
    expect(step('receive').level).toBe('major')
    expect(step('send').level).toBe('minor')
  })

  it('in AsyncAPI 2, publish names what the platform reads, and subscribe what it sends', () => {
    const events = (schema: object, verb: string) =>
      JSON.stringify({
        asyncapi: '2.6.0',
        info: { title: 'Events', version: '1.0.0' },
        channels: { things: { [verb]: { message: { name: 'thing.made', payload: schema } } } },
      })
    const step = (verb: string) =>
      judge(events(object(['a']), verb), events(object(['a', 'b']), verb))
    expect(step('publish').level).toBe('major')
    expect(step('subscribe').level).toBe('minor')
  })

  it('a schema that contains itself is compared', () => {
    const tree = (type: string) => ({
      type: 'object',
      properties: { name: { type }, children: { type: 'array', items: shared } },
    })
    const judged = judge(
      document({ response: shared, shared: tree('string') }),
      document({ response: shared, shared: tree('number') }),
    )
    expect(judged).toEqual({ level: 'major', rules: ['type-changed'] })
  })
})
