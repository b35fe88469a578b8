import type { IncomingMessage } from 'node:http'
import { constants } from '@partner-platform/types'
import type { WebhookAnswer, WebhookReceiver } from './create-webhook-receiver.ts'
import { discardRest, readNodeBody } from './read-node-body.ts'

const discardLimitBytes = 16 * constants.bodyLimitBytes

/** A receiver's answer to a request of `node:http`. The body is read or discarded. */
export async function receiveNode(
  receiver: WebhookReceiver,
  request: IncomingMessage,
): Promise<WebhookAnswer> {
  const answer = await receiver.receive({
    method: request.method ?? '',
    headers: toLines(request.rawHeaders),
    readBody: (limitBytes) => readNodeBody(request, limitBytes),
  })
  discardRest(request, discardLimitBytes)
  return answer
}

/** One pair per header line: `request.headers` hides that a line was repeated. */
function toLines(rawHeaders: readonly string[]): [string, string][] {
  const lines: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    lines.push([rawHeaders[at] as string, rawHeaders[at + 1] as string])
  }
  return lines
}
