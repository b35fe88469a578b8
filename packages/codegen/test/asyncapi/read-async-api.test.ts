import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { rowsOf } from '../rows-of.ts'
import { bundle } from '../write-documents.ts'

test('AsyncAPI 3: messages of components, channels and operations, each once', () => {
  const contract = bundle({
    'asyncapi.yaml': `
asyncapi: 3.0.0
defaultContentType: application/cloudevents+json
channels:
  a:
    messages:
      known: { $ref: '#/components/messages/user.created' }
      inline: { contentType: text/plain, payload: { type: string } }
operations:
  sendA:
    action: send
    channel: { $ref: '#/channels/a' }
    bindings: { http: { method: PUT } }
    messages: [{ $ref: '#/channels/a/messages/known' }]
components:
  messages:
    user.created:
      name: user/created
      title: User created
      payload: { $ref: '#/components/schemas/User' }
      headers:
        type: object
        required: [x-id]
        properties: { x-id: { type: string }, trace: { $ref: '#/components/schemas/Trace' } }
    empty: {}
  schemas: { User: { type: object }, Trace: { type: string } }
`,
  })
  expect(contract.messages).toMatchObject(
    parse(`
- { id: empty, name: empty, payload: EmptyPayload, contentType: application/cloudevents+json, headers: [], method: null }
- { id: inline, name: inline, payload: InlinePayload, contentType: text/plain, method: null }
- id: userCreated
  name: user/created
  title: User created
  payload: User
  method: PUT
  headers: [{ name: trace, required: false, schema: Trace }, { name: x-id, required: true, schema: UserCreatedXIdHeader }]
  location: { pointer: /components/messages/user.created }
`),
  )
  const flags = contract.schemas.map(({ name, isMessagePayload }) => [name, isMessagePayload])
  expect(flags).toEqual([
    ['EmptyPayload', true],
    ['InlinePayload', true],
    ['Trace', false],
    ['User', true],
    ['UserCreatedXIdHeader', false],
  ])
})

test('AsyncAPI 2: publish, subscribe and oneOf; traits override and share', () => {
  const contract = bundle({
    'asyncapi.yaml': `
asyncapi: 2.6.0
channels:
  lights/{id}:
    publish:
      operationId: measured
      message: { $ref: '#/components/messages/measured' }
    subscribe:
      message:
        oneOf:
          - { messageId: turnOn, payload: { type: object } }
          - { payload: { type: number } }
components:
  messages:
    measured:
      contentType: application/json
      traits: [{ $ref: '#/components/messageTraits/common' }]
      headers: { properties: { a: { type: string } } }
      payload: { type: array, items: [{ type: string }] }
  messageTraits:
    common:
      contentType: application/vnd.light+json
      headers: { allOf: [{ required: [b], properties: { b: { type: integer } } }] }
`,
  })
  expect(contract.messages).toMatchObject(
    parse(`
- id: measured
  payload: MeasuredPayload
  contentType: application/vnd.light+json
  headers: [{ name: a, required: false, schema: MeasuredAHeader }, { name: b, required: true, schema: CommonAllOf0BHeader }]
- { id: subscribeLightsId2, payload: SubscribeLightsId2Payload, contentType: application/json, headers: [] }
- { id: turnOn, payload: TurnOnPayload, contentType: application/json, headers: [] }
`),
  )
  const schema = contract.schemas.find(({ name }) => name === 'MeasuredPayload')?.schema
  expect(schema).toEqual({ type: 'array', prefixItems: [{ type: 'string' }] })
})

test('AsyncAPI 3: a message overrides its traits', () => {
  const contract = bundle({
    'asyncapi.yaml': `
asyncapi: 3.0.0
components:
  messages:
    a: { contentType: application/json, traits: [{ contentType: text/plain, summary: From the trait }], payload: true }
`,
  })
  expect(contract.messages).toMatchObject([
    { contentType: 'application/json', summary: 'From the trait' },
  ])
})

test('messages of one name in two channels get ids of their own', () => {
  const contract = bundle({
    'asyncapi.yaml': `
asyncapi: 3.0.0
channels:
  a: { messages: { ping: { payload: { type: string } } } }
  b: { messages: { ping: { payload: { type: number } } } }
`,
  })
  expect(contract.messages.map(({ id, name, payload }) => [id, name, payload])).toEqual([
    ['ping', 'ping', 'PingPayload'],
    ['ping2', 'ping', 'Ping2Payload'],
  ])
})

/** Each place, the version, the components, and the name of the schema `S`. */
const formats = rowsOf(`
around a payload of AsyncAPI 3 | 3.0.0 | { messages: { a: { payload: { FORMAT, schema: S } } } } | APayload
beside a payload of AsyncAPI 2 | 2.6.0 | { messages: { a: { FORMAT, payload: S } } } | APayload
around a payload behind a $ref | 3.0.0 | { messages: { a: { payload: { $ref: '#/components/schemas/B' } } }, schemas: { B: { FORMAT, schema: S } } } | B
around the headers of a message | 3.0.0 | { messages: { a: { payload: true, headers: { FORMAT, schema: { properties: { h: S } } } } } } | AHHeader
`)

test.each(formats)('a schemaFormat %s decides its dialect', (_, version, text, name) => {
  const components = text
    ?.replace('FORMAT', "schemaFormat: 'application/vnd.oai.openapi;version=3.0.0'")
    .replace(/\bS\b/, '{ properties: { a: { type: string, nullable: true } } }')
  const { schemas } = bundle({ 'asyncapi.yaml': `asyncapi: ${version}\ncomponents: ${components}` })
  expect(schemas.find((schema) => schema.name === name)?.schema).toEqual({
    properties: { a: { type: ['string', 'null'] } },
  })
})

test('lists the channels with parameters of several documents, of AsyncAPI 2 and 3', () => {
  const { channels } = bundle({
    'asyncapi-a.yaml': `asyncapi: 3.0.0
channels:
  plain: { address: plain }
  user: { address: 'users/{id}/{kind}', description: D, parameters: { id: { $ref: '#/components/parameters/id' }, kind: { enum: [a, b], default: a } } }
components: { parameters: { id: { description: Id. } } }
`,
    'asyncapi-b.yaml': `asyncapi: 2.6.0
channels:
  user/{id}: { parameters: { id: { schema: { $ref: '#/components/schemas/Id' } } } }
components: { schemas: { Id: { type: string, enum: [x], default: x } } }
`,
  })
  expect(channels).toMatchObject([
    {
      id: 'user',
      address: 'users/{id}/{kind}',
      description: 'D',
      parameters: { id: {}, kind: { enum: ['a', 'b'], default: 'a' } },
      location: { pointer: '/channels/user' },
    },
    { id: 'userId', address: 'user/{id}', parameters: { id: { enum: ['x'], default: 'x' } } },
  ])
})
