import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from '@partner-platform/types'
import type { WebhookAnswer, WebhookReceiver } from './create-webhook-receiver.ts'
import { concatBytes, toBytes } from './to-bytes.ts'

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

/** Whether no answer can be sent: something else started one, or the connection is closed. */
export const isAnswered = (response: ServerResponse): boolean =>
  response.headersSent || response.writableEnded || response.destroyed

/**
 * All bytes of a request of `node:http`, or `undefined` as soon as there are more than `limitBytes`: those
 * that a body parser left as bytes or text in `rawBody` or `body` (`express.raw()`, Koa, serverless), else
 * as they arrive. Rejects if the sender breaks off, and with a `TypeError` if something else read the body
 * and left neither. The connection stays open for the answer.
 */
export async function readNodeBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { rawBody, body } = request as IncomingMessage & { rawBody?: unknown; body?: unknown }
  const wasRead = request.readableDidRead || request.readableEnded || request.destroyed
  const left = [rawBody, body].map(toBytes).filter((bytes) => bytes !== undefined)
  // A parser that reads nothing may still leave an empty body behind.
  const bytes = left.find(({ length }) => length > 0) ?? (wasRead ? left[0] : undefined)
  if (bytes) return bytes.length > limitBytes ? undefined : bytes
  if (wasRead || request.readableEncoding !== null) {
    throw new TypeError(
      "Something has already read the body. Mount the handler before express.json() and other body parsers, or use express.raw({ type: '*/*' }) on its path.",
    )
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early must not cut the connection: the answer goes over it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limitBytes) return undefined
    chunks.push(chunk)
  }
  return concatBytes(chunks)
}

/**
 * Reads and drops the rest, so that a sender that is still writing sees the answer. Closes the
 * connection after `limitBytes` more.
 */
export function discardRest(request: IncomingMessage, limitBytes: number): void {
  if (request.readableEnded || request.destroyed) return
  let size = 0
  request.on('error', () => {})
  request.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size > limitBytes) request.destroy()
  })
  request.resume()
}
