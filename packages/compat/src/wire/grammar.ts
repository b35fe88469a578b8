import type { DocumentKind } from '../finding.ts'

export const methods = ['delete', 'get', 'head', 'options', 'patch', 'post', 'put', 'trace']

/** The type of a part. A `…List` is a list that was added or removed as a whole. */
export type PartType =
  | 'BooleanSchema'
  | 'Binding'
  | 'Callback'
  | 'Channel'
  | 'CorrelationId'
  | 'Discriminator'
  | 'Encoding'
  | 'Header'
  | 'Link'
  | 'MediaType'
  | 'Message'
  | 'MessageList'
  | 'MessageTrait'
  | 'MultiFormatSchema'
  | 'Operation'
  | 'OperationTrait'
  | 'Parameter'
  | 'PathItem'
  | 'Reply'
  | 'RequestBody'
  | 'Response'
  | 'Root'
  | 'Schema'
  | 'SchemaList'
  | 'SecurityScheme'
  | 'Server'
  | 'ServerList'
  | 'ServerVariable'

/** The type of the value under a key of a part. */
export interface Field {
  as: 'one' | 'list' | 'map'
  type: PartType
  /** Whether keys of the map that start with `x-` are not entries. */
  hasExtensions?: true
  /** Set if a missing list means something other than an empty one. */
  listType?: PartType
}

const one = (type: PartType): Field => ({ as: 'one', type })
const map = (type: PartType): Field => ({ as: 'map', type })
const list = (type: PartType): Field => ({ as: 'list', type })
const whole = (type: 'Message' | 'Schema' | 'Server'): Field => {
  return { as: 'list', type, listType: `${type}List` }
}
/** Puts the same field under several keys. */
const each = (field: Field, keys: readonly string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, field]))

type Fields = { readonly [key: string]: Field }
type Grammar = { readonly [type in PartType]?: Fields }

const Schema: Fields = {
  ...each(one('Schema'), ['additionalItems', 'additionalProperties', 'contains', 'contentSchema']),
  ...each(one('Schema'), ['else', 'if', 'items', 'not', 'propertyNames', 'then']),
  ...each(one('Schema'), ['unevaluatedItems', 'unevaluatedProperties']),
  ...each(whole('Schema'), ['allOf', 'anyOf', 'oneOf', 'prefixItems']),
  ...each(map('Schema'), ['dependentSchemas', 'patternProperties', 'properties']),
  discriminator: one('Discriminator'),
}
const parameter: Fields = { schema: one('Schema'), content: map('MediaType') }
const server: Fields = {
  variables: map('ServerVariable'),
  security: list('SecurityScheme'),
  bindings: map('Binding'),
}

const openapi: Grammar = {
  Root: { paths: { ...map('PathItem'), hasExtensions: true }, webhooks: map('PathItem') },
  PathItem: {
    ...each(one('Operation'), methods),
    parameters: list('Parameter'),
    servers: list('Server'),
  },
  Operation: {
    parameters: list('Parameter'),
    requestBody: one('RequestBody'),
    responses: { ...map('Response'), hasExtensions: true },
    callbacks: map('Callback'),
    servers: list('Server'),
  },
  Parameter: parameter,
  Header: parameter,
  RequestBody: { content: map('MediaType') },
  Response: { content: map('MediaType'), headers: map('Header'), links: map('Link') },
  MediaType: { schema: one('Schema'), encoding: map('Encoding') },
  Encoding: { headers: map('Header') },
  Server: server,
  Schema,
}

const message: Fields = {
  headers: one('Schema'),
  correlationId: one('CorrelationId'),
  bindings: map('Binding'),
}
const operation: Fields = { security: list('SecurityScheme'), bindings: map('Binding') }

const asyncapi: Grammar = {
  Root: { servers: map('Server'), channels: map('Channel'), operations: map('Operation') },
  Channel: {
    messages: map('Message'),
    parameters: map('Parameter'),
    servers: whole('Server'),
    bindings: map('Binding'),
    // AsyncAPI 2 has its operations in the channel.
    publish: one('Operation'),
    subscribe: one('Operation'),
  },
  Operation: {
    ...operation,
    channel: one('Channel'),
    messages: whole('Message'),
    message: one('Message'),
    reply: one('Reply'),
    traits: list('OperationTrait'),
  },
  OperationTrait: operation,
  Reply: { channel: one('Channel'), messages: whole('Message'), address: one('CorrelationId') },
  Message: {
    ...message,
    payload: one('Schema'),
    traits: list('MessageTrait'),
    oneOf: whole('Message'),
  },
  MessageTrait: message,
  MultiFormatSchema: { schema: one('Schema') },
  Parameter: { schema: one('Schema') },
  Binding: { headers: one('Schema'), query: one('Schema') },
  Server: server,
  Schema,
}

const grammars: { readonly [kind in DocumentKind]: Grammar } = { openapi, asyncapi }

/** The type of the value under a key of a part; undefined if it is a plain value. */
export function fieldOf(kind: DocumentKind, type: PartType, key: string): Field | undefined {
  // The keys of a callback are expressions.
  if (type === 'Callback' && !key.startsWith('x-')) return one('PathItem')
  const fields = grammars[kind][type]
  return fields && Object.hasOwn(fields, key) ? fields[key] : undefined
}
