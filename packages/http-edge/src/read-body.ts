import type { IncomingMessage } from 'node:http'
import { discardRest, readNodeBody } from '@partner-platform/webhooks/node'

/** How much of a refused body is still read, so that its sender sees the answer. */
const discardLimitBytes = 1_048_576

/**
 * All bytes of a request, or why there are none: it is longer than `limitBytes`, or it was cut short.
 * Throws a `TypeError` if something else read the body.
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'broken' | 'too-large'> {
  // The caller may have left while its key was looked up; otherwise, reading now is a mistake.
  if (request.destroyed) return 'broken'
  const isAnnounced = Number(request.headers['content-length'] ?? 0) > limitBytes
  try {
    const bytes = isAnnounced ? undefined : await readNodeBody(request, limitBytes)
    if (bytes) return bytes
    discardRest(request, discardLimitBytes)
    return 'too-large'
  } catch (error) {
    if (error instanceof TypeError) throw error
    return 'broken'
  }
}
