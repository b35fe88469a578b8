import { BundleError } from '../errors.ts'
import { type JsonObject, marksOf } from '../json.ts'
import { atRef } from './at-ref.ts'
import { toParameters } from './to-parameters.ts'
import { toResponses } from './to-responses.ts'

/**
 * The webhooks of a bundled AsyncAPI document, by the name of the message, as OpenAPI 3.1 has them.
 * Marks stand where the document has them: those of a channel on the webhook, of an operation on the
 * call, of a message on the body.
 */
export function toWebhooks(asyncapi: JsonObject): JsonObject {
  const webhooks = Object.entries<JsonObject>(asyncapi.operations).flatMap(([id, operation]) => {
    if (operation.action !== 'send' || operation.bindings?.http?.method === undefined) {
      throw new BundleError(
        `asyncapi.yaml#/operations/${id}: expected action: send with an HTTP binding that names its method, which is all that a webhook can be.`,
      )
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

interface Source {
  asyncapi: JsonObject
  channel: JsonObject
  operation: JsonObject
  reference: JsonObject
}

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
