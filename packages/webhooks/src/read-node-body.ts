import type { IncomingMessage } from 'node:http'
import { concatBytes } from './to-bytes.ts'

/**
 * All bytes of a request of `node:http`, or `undefined` as soon as there are more than `limitBytes`: those
 * that a body parser left in `rawBody` or `body` (`express.raw()`, serverless), else as they arrive.
 * Rejects if the sender breaks off, and with a `TypeError` if something else read the body and left no
 * bytes. The connection stays open for the answer.
 */
export function readNodeBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const given = request as IncomingMessage & { rawBody?: unknown; body?: unknown }
  const wasRead = request.readableDidRead || request.readableEnded || request.destroyed
  // A platform that reads nothing may still leave an empty body behind.
  const isGiven = (one: unknown) => one instanceof Uint8Array && (wasRead || one.length > 0)
  const bytes = [given.rawBody, given.body].find(isGiven) as Uint8Array | undefined
  if (bytes) return Promise.resolve(bytes.length > limitBytes ? undefined : new Uint8Array(bytes))
  if (wasRead || request.readableEncoding !== null) {
    const message =
      "Something read the body before. Mount the handler before express.json() and other body parsers, or use express.raw({ type: '*/*' }) on its path."
    return Promise.reject(new TypeError(message))
  }
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    const settle = (act: () => void) => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      act()
    }
    const onData = (chunk: Uint8Array) => {
      size += chunk.length
      if (size > limitBytes) settle(() => resolve(undefined))
      else chunks.push(chunk)
    }
    const onEnd = () => settle(() => resolve(concatBytes(chunks)))
    const onError = (error: Error) => settle(() => reject(error))
    const onClose = () => onError(new Error('Body broke off: the sender closed the connection.'))
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
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
