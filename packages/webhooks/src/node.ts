import type { IncomingMessage, ServerResponse } from 'node:http'
import { createWebhookReceiver } from './create-webhook-receiver.ts'
import { isAnswered, receiveNode } from './receive-node.ts'
import type { ReceiverOptions } from './receiver-options.ts'

export { type JsonResult, parseJson } from './parse-json.ts'
export { discardRest, readNodeBody } from './receive-node.ts'

/**
 * A request listener for `node:http` and frameworks that pass its requests on, such as Express. If a
 * parser read the body first, its bytes or text must be in `rawBody` or `body`. It never rejects. If something
 * else has started or closed the response, it leaves the response alone and still stores the delivery.
 * Throws a `TypeError` for unusable options.
 * @see specs/decisions D-006 to D-009
 */
export function createNodeHandler(
  options: ReceiverOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const receiver = createWebhookReceiver(options)
  return async (request, response) => {
    const { status, headers, body } = await receiveNode(receiver, request)
    if (isAnswered(response)) return
    const length = { 'content-length': String(new TextEncoder().encode(body).length) }
    response.writeHead(status, { ...headers, ...length }).end(body)
  }
}
