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

/** The text of each file with one edit made. */
export function breakIt(from: string, to: string, file: keyof typeof files = 'asyncapi.yaml') {
  const text = files[file].replace(from, () => to)
  if (text === files[file]) throw new Error(`${file} has no ${from}`)
  return { ...files, [file]: text }
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

/** Broken documents, each with what the check reports as `rule file#/pointer`. */
export const brokenDocuments: [
  name: string,
  from: string,
  to: string,
  want: string,
  file?: keyof typeof files,
][] = [
  ['no title', '  title: Orders\n', '', 'schema asyncapi.yaml#/info'],
  [
    'a version that is a number',
    'version: 1.0.0',
    'version: 1',
    'schema asyncapi.yaml#/info/version',
  ],
  [
    'an invalid email address',
    'email: team@orders.example',
    'email: team',
    'schema asyncapi.yaml#/info/contact/email',
  ],
  [
    'an invalid URL',
    '"https://orders.example"',
    '"not a url"',
    'schema asyncapi.yaml#/info/contact/url',
  ],
  [
    'a field that AsyncAPI does not have',
    '    action: send',
    '    colour: blue\n    action: send',
    `schema ${operation}/colour`,
  ],
  ['an unknown action', 'action: send', 'action: emit', `schema ${operation}/action`],
  ['an operation without an action', '    action: send\n', '', `schema ${operation}`],
  [
    'an operation without a channel',
    '    channel: { $ref: "#/channels/orders" }\n',
    '',
    `schema ${operation}`,
  ],
  [
    'a server without a protocol',
    '    protocol: https\n',
    '',
    'schema asyncapi.yaml#/servers/production',
  ],
  [
    'messages of an operation that are not a list',
    'messages: [{ $ref: "#/channels/orders/messages/placed" }]',
    'messages: {}',
    `schema ${operation}/messages`,
  ],
  [
    'a binding with an unknown field',
    'method: POST',
    'verb: POST',
    `schema ${operation}/bindings/http/verb`,
  ],
  [
    'a binding with an unknown method',
    'method: POST',
    'method: POSTED',
    `schema ${operation}/bindings/http/method`,
  ],
  [
    'an unknown field of a message',
    'name: order.placed',
    'nam: order.placed',
    `schema ${placed}/nam`,
  ],
  [
    'an unknown field of a trait',
    'logged: { tags:',
    'logged: { messages: [], tags:',
    'schema asyncapi.yaml#/components/operationTraits/logged/messages',
  ],
  [
    'a schema with an unknown type',
    'type: object',
    'type: thing',
    'schema order.yaml#/type',
    'order.yaml',
  ],
  [
    'a schema with a bound that is text',
    'minLength: 1',
    'minLength: one',
    'schema order.yaml#/properties/id/minLength',
    'order.yaml',
  ],
  [
    'an example without payload and headers',
    '          headers: { X-Event: order.placed }\n          payload: { id: "1" }\n',
    '',
    `schema ${placed}/examples/0`,
  ],
  [
    'a message that is a channel',
    '"#/components/messages/placed"',
    '"#/channels/returns"',
    'schema asyncapi.yaml#/channels/returns/address',
  ],
  [
    'a reference to a missing place',
    '"#/components/messages/placed"',
    '"#/components/messages/plcaed"',
    `dangling-ref ${orders}/messages/placed/$ref`,
  ],
  [
    'a reference to a missing file',
    './order.yaml',
    './ordre.yaml',
    `dangling-ref ${placed}/payload/$ref`,
  ],
  [
    'a reference where AsyncAPI allows none',
    '  contact: { name: Team, url: "https://orders.example", email: team@orders.example }',
    '  contact: { $ref: "#/info/license" }',
    'misplaced-ref asyncapi.yaml#/info/contact/$ref',
  ],
  [
    'a channel that is written out in the operation',
    'channel: { $ref: "#/channels/orders" }',
    'channel: { address: /orders }',
    `operation-channel ${operation}/channel`,
  ],
  [
    'a message of another channel',
    '#/channels/orders/messages/placed',
    '#/channels/returns/messages/returned',
    `operation-messages ${operation}/messages/0`,
  ],
  [
    'a message of no channel',
    '#/channels/orders/messages/placed',
    '#/components/messages/placed',
    `operation-messages ${operation}/messages/0`,
  ],
  [
    'a parameter that is not declared',
    '/orders/{shop}',
    '/orders/{shop}/{day}',
    `channel-parameters ${orders}/parameters`,
  ],
  [
    'a parameter that is not used',
    '/orders/{shop}',
    '/orders',
    `channel-parameters ${orders}/parameters/shop`,
  ],
  [
    'a channel with a server that is not a reference',
    '{ $ref: "#/servers/production" }',
    'production',
    `schema ${orders}/servers/0`,
  ],
  [
    'a channel whose name has a query',
    '  returns:\n',
    '  "returns?all":\n',
    'channel-address asyncapi.yaml#/channels/returns?all',
  ],
  [
    'a variable of a server that is not declared',
    '{region}.orders',
    '{region}.{zone}.orders',
    'server-variables asyncapi.yaml#/servers/production/variables',
  ],
  [
    'a variable of a server that is not used',
    '{region}.orders',
    'orders',
    'server-variables asyncapi.yaml#/servers/production/variables/region',
  ],
  [
    'a default that is not one of the values',
    'default: eu',
    'default: asia',
    'server-variables asyncapi.yaml#/servers/production/variables/region/default',
  ],
  [
    'a tag that appears twice',
    '{ name: shop }]',
    '{ name: orders, description: Again. }]',
    'tags asyncapi.yaml#/info/tags/1/name',
  ],
]
