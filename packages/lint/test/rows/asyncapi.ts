import { parse } from 'yaml'
import type { Edit } from '../broken-copy.ts'
import { readRows } from './row.ts'

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

/** The text of each file with edits made. */
export function breakIt(...edits: Edit[]): Record<string, string> {
  const texts: Record<string, string> = { ...files }
  for (const { file, from = '', to = '' } of edits) {
    const text = texts[file] ?? ''
    texts[file] = text.replace(from, () => to)
    if (texts[file] === text) throw new Error(`${file} has no ${from}`)
  }
  return texts
}

export const soundDocument = (): Record<string, string> => ({ ...files })

/** Reads files from memory. */
export function toReader(texts: Record<string, string>) {
  const values = new Map(Object.entries(texts).map(([file, text]) => [file, parse(text)]))
  return (file: string): unknown => values.get(file)
}

/** Broken documents, each with what the check reports as `rule file#/pointer`. */
export const brokenDocuments = readRows(String.raw`
no title
  asyncapi.yaml:   title: Orders\n => nothing
  finds schema asyncapi.yaml#/info

a version that is a number
  asyncapi.yaml: version: 1.0.0 => version: 1
  finds schema asyncapi.yaml#/info/version

an invalid URL
  asyncapi.yaml: "https://orders.example" => "not a url"
  finds schema asyncapi.yaml#/info/contact/url

a field that AsyncAPI does not have
  asyncapi.yaml:     action: send =>     colour: blue\n    action: send
  finds schema asyncapi.yaml#/operations/sendOrder/colour

an unknown action
  asyncapi.yaml: action: send => action: emit
  finds schema asyncapi.yaml#/operations/sendOrder/action

an operation without a channel
  asyncapi.yaml:     channel: { $ref: "#/channels/orders" }\n => nothing
  finds schema asyncapi.yaml#/operations/sendOrder

a binding with an unknown field
  asyncapi.yaml: method: POST => verb: POST
  finds schema asyncapi.yaml#/operations/sendOrder/bindings/http/verb

an unknown field of a trait
  asyncapi.yaml: logged: { tags: => logged: { messages: [], tags:
  finds schema asyncapi.yaml#/components/operationTraits/logged/messages

a schema with a bound that is text
  order.yaml: minLength: 1 => minLength: one
  finds schema order.yaml#/properties/id/minLength

a message that is a channel
  asyncapi.yaml: "#/components/messages/placed" => "#/channels/returns"
  finds schema asyncapi.yaml#/channels/returns/address

a reference where AsyncAPI allows none
  asyncapi.yaml:   contact: { name: Team, url: "https://orders.example", email: team@orders.example } =>   contact: { $ref: "#/info/license" }
  finds misplaced-ref asyncapi.yaml#/info/contact/$ref

a channel that is written out in the operation
  asyncapi.yaml: channel: { $ref: "#/channels/orders" } => channel: { address: /orders }
  finds operation-channel asyncapi.yaml#/operations/sendOrder/channel

a message of another channel
  asyncapi.yaml: #/channels/orders/messages/placed => #/channels/returns/messages/returned
  finds operation-messages asyncapi.yaml#/operations/sendOrder/messages/0

a message of no channel
  asyncapi.yaml: #/channels/orders/messages/placed => #/components/messages/placed
  finds operation-messages asyncapi.yaml#/operations/sendOrder/messages/0

a parameter that is not declared
  asyncapi.yaml: /orders/{shop} => /orders/{shop}/{day}
  finds channel-parameters asyncapi.yaml#/channels/orders/parameters

a parameter that is not used
  asyncapi.yaml: /orders/{shop} => /orders
  finds channel-parameters asyncapi.yaml#/channels/orders/parameters/shop

a channel with a server that is not a reference
  asyncapi.yaml: { $ref: "#/servers/production" } => production
  finds schema asyncapi.yaml#/channels/orders/servers/0

a channel whose name has a query
  asyncapi.yaml:   returns:\n =>   "returns?all":\n
  finds channel-address asyncapi.yaml#/channels/returns?all

a variable of a server that is not declared
  asyncapi.yaml: {region}.orders => {region}.{zone}.orders
  finds server-variables asyncapi.yaml#/servers/production/variables

a variable of a server that is not used
  asyncapi.yaml: {region}.orders => orders
  finds server-variables asyncapi.yaml#/servers/production/variables/region

a default that is not one of the values
  asyncapi.yaml: default: eu => default: asia
  finds server-variables asyncapi.yaml#/servers/production/variables/region/default

a tag that appears twice
  asyncapi.yaml: { name: shop }] => { name: orders, description: Again. }]
  finds tags asyncapi.yaml#/info/tags/1/name
`)
