import type { IncomingMessage } from 'node:http'

/**
 * All bytes of a request, or `undefined` as soon as there are more than `limitBytes`. Rejects where the
 * sender broke off.
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early must not cut the connection: the answer goes over it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limitBytes) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
