import { parse } from 'yaml'

/** A sound document in two files, with one of each thing that a designer writes. */
const files = {
  'asyncapi.yaml': `
asyncapi: 3.0.0
id: urn:example:orders
defaultContentType: application/json
info:
  title: Orders
  version: 1.0.0
  description: Orders as events.
  contact: { name: Team, url: "https://orders.example", email: team@orders.example }
  license: { name: Apache-2.0, url: "https://www.apache.org/licenses/LICENSE-2.0" }
  tags: [{ name: orders }, { name: shop }]
servers:
  production:
    host: "{region}.orders.example"
    protocol: https
    variables:
      region: { default: eu, enum: [eu, us] }
channels:
  orders:
    address: /orders/{shop}
    servers: [{ $ref: "#/servers/production" }]
    parameters:
      shop: { description: The shop. }
    messages:
      placed: { $ref: "#/components/messages/placed" }
  returns:
    address: /returns
    messages:
      returned: { $ref: "#/components/messages/placed" }
operations:
  sendOrder:
    action: send
    channel: { $ref: "#/channels/orders" }
    bindings: { http: { method: POST, bindingVersion: 0.3.0 } }
    messages: [{ $ref: "#/channels/orders/messages/placed" }]
    traits: [{ $ref: "#/components/operationTraits/logged" }]
components:
  operationTraits:
    logged: { tags: [{ name: logged }] }
  messages:
    placed:
      name: order.placed
      contentType: application/json
      tags: [{ name: placed }]
      headers:
        type: object
        properties: { X-Event: { type: string } }
      payload: { $ref: ./order.yaml }
      examples:
        - name: one
          headers: { X-Event: order.placed }
          payload: { id: "1" }
`,
  'order.yaml': `
title: Order
type: object
required: [id]
properties:
  id: { type: string, minLength: 1 }
  partOf: { $ref: ./order.yaml }
`,
}

export type Broken = {
  name: string
  from: string
  to: string
  file?: keyof typeof files
  /** What our check reports, as `rule file#/pointer`. */
  want: string
}

/** The text of each file with one edit made. */
export function breakIt({ from, to, file = 'asyncapi.yaml' }: Omit<Broken, 'name' | 'want'>) {
  const texts: Record<string, string> = { ...files }
  const text = texts[file]?.replace(from, () => to)
  if (text === texts[file]) throw new Error(`${file} has no ${from}`)
  return { ...texts, [file]: text } as Record<string, string>
}

export const soundDocument = (): Record<string, string> => ({ ...files })

/** Reads files from memory. */
export function toReader(texts: Record<string, string>) {
  const values = new Map(Object.entries(texts).map(([file, text]) => [file, parse(text)]))
  return (file: string): unknown => values.get(file)
}

const operation = 'asyncapi.yaml#/operations/sendOrder'
const orders = 'asyncapi.yaml#/channels/orders'
const placed = 'asyncapi.yaml#/components/messages/placed'

/** Broken documents, each with what the check reports. */
export const brokenDocuments: Broken[] = [
  { name: 'no title', from: '  title: Orders\n', to: '', want: 'schema asyncapi.yaml#/info' },
  {
    name: 'a version that is a number',
    ...{ from: 'version: 1.0.0', to: 'version: 1', want: 'schema asyncapi.yaml#/info/version' },
  },
  {
    name: 'an invalid email address',
    ...{ from: 'email: team@orders.example', to: 'email: team' },
    want: 'schema asyncapi.yaml#/info/contact/email',
  },
  {
    name: 'an invalid URL',
    ...{ from: '"https://orders.example"', to: '"not a url"' },
    want: 'schema asyncapi.yaml#/info/contact/url',
  },
  {
    name: 'a field that AsyncAPI does not have',
    ...{ from: '    action: send', to: '    colour: blue\n    action: send' },
    want: `schema ${operation}/colour`,
  },
  {
    name: 'an unknown action',
    ...{ from: 'action: send', to: 'action: emit', want: `schema ${operation}/action` },
  },
  {
    name: 'an operation without an action',
    ...{ from: '    action: send\n', to: '', want: `schema ${operation}` },
  },
  {
    name: 'an operation without a channel',
    ...{ from: '    channel: { $ref: "#/channels/orders" }\n', to: '' },
    want: `schema ${operation}`,
  },
  {
    name: 'a server without a protocol',
    ...{ from: '    protocol: https\n', to: '', want: 'schema asyncapi.yaml#/servers/production' },
  },
  {
    name: 'messages of an operation that are not a list',
    ...{ from: 'messages: [{ $ref: "#/channels/orders/messages/placed" }]', to: 'messages: {}' },
    want: `schema ${operation}/messages`,
  },
  {
    name: 'a binding with an unknown field',
    ...{ from: 'method: POST', to: 'verb: POST', want: `schema ${operation}/bindings/http/verb` },
  },
  {
    name: 'a binding with an unknown method',
    from: 'method: POST',
    ...{ to: 'method: POSTED', want: `schema ${operation}/bindings/http/method` },
  },
  {
    name: 'an unknown field of a message',
    ...{ from: 'name: order.placed', to: 'nam: order.placed', want: `schema ${placed}/nam` },
  },
  {
    name: 'an unknown field of a trait',
    ...{ from: 'logged: { tags:', to: 'logged: { messages: [], tags:' },
    want: 'schema asyncapi.yaml#/components/operationTraits/logged/messages',
  },
  {
    name: 'a schema with an unknown type',
    ...{ file: 'order.yaml', from: 'type: object', to: 'type: thing' },
    want: 'schema order.yaml#/type',
  },
  {
    name: 'a schema with a bound that is text',
    ...{ file: 'order.yaml', from: 'minLength: 1', to: 'minLength: one' },
    want: 'schema order.yaml#/properties/id/minLength',
  },
  {
    name: 'an example without payload and headers',
    from: '          headers: { X-Event: order.placed }\n          payload: { id: "1" }\n',
    ...{ to: '', want: `schema ${placed}/examples/0` },
  },
  {
    name: 'a message that is a channel',
    ...{ from: '"#/components/messages/placed"', to: '"#/channels/returns"' },
    want: 'schema asyncapi.yaml#/channels/returns/address',
  },
  {
    name: 'a reference to a missing place',
    ...{ from: '"#/components/messages/placed"', to: '"#/components/messages/plcaed"' },
    want: `dangling-ref ${orders}/messages/placed/$ref`,
  },
  {
    name: 'a reference to a missing file',
    ...{ from: './order.yaml', to: './ordre.yaml', want: `dangling-ref ${placed}/payload/$ref` },
  },
  {
    name: 'a reference where AsyncAPI allows none',
    from: '  contact: { name: Team, url: "https://orders.example", email: team@orders.example }',
    ...{ to: '  contact: { $ref: "#/info/license" }' },
    want: 'misplaced-ref asyncapi.yaml#/info/contact/$ref',
  },
  {
    name: 'a channel that is written out in the operation',
    ...{ from: 'channel: { $ref: "#/channels/orders" }', to: 'channel: { address: /orders }' },
    want: `operation-channel ${operation}/channel`,
  },
  {
    name: 'a message of another channel',
    ...{ from: '#/channels/orders/messages/placed', to: '#/channels/returns/messages/returned' },
    want: `operation-messages ${operation}/messages/0`,
  },
  {
    name: 'a message of no channel',
    ...{ from: '#/channels/orders/messages/placed', to: '#/components/messages/placed' },
    want: `operation-messages ${operation}/messages/0`,
  },
  {
    name: 'a parameter that is not declared',
    ...{ from: '/orders/{shop}', to: '/orders/{shop}/{day}' },
    want: `channel-parameters ${orders}/parameters`,
  },
  {
    name: 'a parameter that is not used',
    ...{ from: '/orders/{shop}', to: '/orders' },
    want: `channel-parameters ${orders}/parameters/shop`,
  },
  {
    name: 'a channel with a server that is not a reference',
    ...{ from: '{ $ref: "#/servers/production" }', to: 'production' },
    want: `schema ${orders}/servers/0`,
  },
  {
    name: 'a channel whose name has a query',
    ...{ from: '  returns:\n', to: '  "returns?all":\n' },
    want: 'channel-address asyncapi.yaml#/channels/returns?all',
  },
  {
    name: 'a variable of a server that is not declared',
    ...{ from: '{region}.orders', to: '{region}.{zone}.orders' },
    want: 'server-variables asyncapi.yaml#/servers/production/variables',
  },
  {
    name: 'a variable of a server that is not used',
    ...{ from: '{region}.orders', to: 'orders' },
    want: 'server-variables asyncapi.yaml#/servers/production/variables/region',
  },
  {
    name: 'a default that is not one of the values',
    ...{ from: 'default: eu', to: 'default: asia' },
    want: 'server-variables asyncapi.yaml#/servers/production/variables/region/default',
  },
  {
    name: 'a tag that appears twice',
    ...{ from: '{ name: shop }]', to: '{ name: orders, description: Again. }]' },
    want: 'tags asyncapi.yaml#/info/tags/1/name',
  },
]
