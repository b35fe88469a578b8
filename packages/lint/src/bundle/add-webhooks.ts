import { isDeepStrictEqual } from 'node:util'
import { fromPointer, valueAt } from '../contract/pointer.ts'
import { BundleError, type Json, type JsonObject, marksOf } from './documents.ts'

/**
 * The bundled OpenAPI document with a `webhooks` section derived from the bundled AsyncAPI document, and
 * with the schemas that it refers to. Both bundles name a schema after its file, so that one which both
 * have is one file.
 *
 * @throws {BundleError} when the AsyncAPI document holds what OpenAPI cannot say.
 */
export function addWebhooks(openapi: JsonObject, asyncapi: JsonObject): JsonObject {
  if (openapi.webhooks !== undefined)
    throw new BundleError(
      'openapi.yaml has webhooks: they are derived from asyncapi.yaml. Remove them.',
    )
  const webhooks = toWebhooks(asyncapi)
  const schemas = mergeSchemas(openapi.components.schemas, asyncapi.components.schemas)
  const members = Object.entries(openapi).flatMap((member) =>
    member[0] === 'paths' ? [member, ['webhooks', webhooks]] : [member],
  )
  return { ...Object.fromEntries(members), components: { ...openapi.components, schemas } }
}

function mergeSchemas(known: JsonObject, others: JsonObject): JsonObject {
  for (const [name, schema] of Object.entries(others)) {
    if (known[name] === undefined || isDeepStrictEqual(known[name], schema)) continue
    const message = `schemas/${name}: the bundles of openapi.yaml and asyncapi.yaml have different schemas of this name. Rename one of the two.`
    throw new BundleError(message)
  }
  return { ...known, ...others }
}

/**
 * The webhooks of a bundled AsyncAPI document, by the name of the message, as OpenAPI 3.1 has them.
 * The marks of a channel go to the webhook, those of an operation to the call, and those of a message
 * to the body.
 */
function toWebhooks(asyncapi: JsonObject): JsonObject {
  const webhooks = Object.entries<JsonObject>(asyncapi.operations).flatMap(([id, operation]) => {
    if (operation.action !== 'send' || operation.bindings?.http?.method === undefined) {
      const message = `asyncapi.yaml#/operations/${id} needs action: send and an HTTP binding with a method, because it becomes a webhook.`
      throw new BundleError(message)
    }
    const channel = atRef(asyncapi, operation.channel)
    return operation.messages.map((reference: JsonObject) =>
      toWebhook({ asyncapi, channel, operation, reference }),
    )
  })
  const names = webhooks.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return Object.fromEntries(webhooks)
  throw new BundleError(`asyncapi.yaml: two messages are named ${twice}. Rename one of them.`)
}

type Source = Record<'asyncapi' | 'channel' | 'operation' | 'reference', JsonObject>

function toWebhook({ asyncapi, channel, operation, reference }: Source): [string, JsonObject] {
  const message = atRef(asyncapi, reference)
  const words = [message.summary, message.description, operation.description]
  const call = {
    operationId: String(reference.$ref).split('/').at(-1),
    summary: message.title,
    description: words.filter((text) => text !== undefined).join('\n\n'),
    // A key of the API has no place here: the signature is among the parameters.
    security: [],
    ...marksOf(operation),
    parameters: toParameters(message, asyncapi),
    requestBody: toRequestBody(message, asyncapi),
    responses: toResponses(asyncapi['x-constants']),
  }
  const { title, description } = channel
  const method = operation.bindings.http.method.toLowerCase()
  return [message.name, { summary: title, description, ...marksOf(channel), [method]: call }]
}

function toRequestBody(message: JsonObject, asyncapi: JsonObject): JsonObject {
  const examples = message.examples.map(({ name, summary, payload }: JsonObject) => [
    name,
    { summary, value: payload },
  ])
  const content = { schema: message.payload, examples: Object.fromEntries(examples) }
  const contentType = message.contentType ?? asyncapi.defaultContentType
  return { required: true, content: { [contentType]: content }, ...marksOf(message) }
}

/** The headers of a message as parameters, but for `Content-Type`, which OpenAPI says by the body. */
function toParameters({ headers, examples }: JsonObject, asyncapi: JsonObject): JsonObject[] {
  const { required = [], properties, ...rest } = atRef(asyncapi, headers)
  return Object.entries<JsonObject>(properties)
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, schema]) => ({
      name,
      in: 'header',
      description: atRef(asyncapi, schema).description,
      required: required.includes(name),
      schema,
      example: examples.find((example: JsonObject) => example.headers?.[name])?.headers[name],
      ...marksOf(rest),
    }))
}

/** What each answer of a partner means to the reference server; the statuses are constants of the document. */
function toResponses(constants: JsonObject): JsonObject {
  const constant = (name: string): Json => {
    const found = constants?.[name]?.value
    if (found !== undefined) return found
    const message = `asyncapi.yaml#/x-constants/${name} is missing. The responses of the webhooks depend on it.`
    throw new BundleError(message)
  }
  const marks = { 'x-source': '4.2.response', 'x-decision': 'D-010' }
  const later = {
    description:
      'The reference server counts this as a failed attempt. `Retry-After` moves the next attempt, within bounds.',
    headers: { 'Retry-After': retryAfter },
    ...marks,
  }
  const statuses: number[] = constant('retryAfterStatuses')
  return {
    '2XX': {
      description:
        'The reference server counts any status from 200 to 299 as accepted, whatever the body, if it is complete in time.',
      ...marks,
    },
    [constant('endpointGoneStatus')]: {
      description:
        'The reference server counts this as a failed attempt, and disables the endpoint at once.',
      ...marks,
    },
    ...Object.fromEntries(statuses.map((status) => [status, later])),
    default: {
      description:
        'A redirect, any other status, or no complete answer in time. The reference server counts this as a failed attempt, and retries the delivery with identical bytes.',
      ...marks,
    },
  }
}

const retryAfter = {
  description: 'When to try again, in seconds or as a date. The reference server reads it.',
  required: false,
  schema: { type: 'string' },
}

/** The node with its references followed. */
function atRef(document: JsonObject, node: Json): JsonObject {
  if (node?.$ref === undefined) return node
  const found = valueAt(document, fromPointer(String(node.$ref))) as Json
  if (found === undefined) throw new BundleError(`asyncapi.yaml: ${node.$ref} does not exist.`)
  return atRef(document, found)
}
