import { createWebhookReceiver } from './create-webhook-receiver.ts'
import type { ReceiverOptions } from './receiver-options.ts'
import { concatBytes } from './to-bytes.ts'

/**
 * A handler for any server that uses `Request` and `Response`: Deno, Bun, workers, most frameworks.
 * Mount it before anything reads the body. It never rejects. Throws a `TypeError` for unusable options.
 * @see specs/decisions D-006 to D-009
 */
export function createWebhookHandler(
  options: ReceiverOptions,
): (request: Request) => Promise<Response> {
  const receiver = createWebhookReceiver(options)
  return async (request) => {
    const { status, headers, body } = await receiver.receive({
      method: request.method,
      headers: request.headers,
      readBody: (limitBytes) => readBody(request, limitBytes),
    })
    return new Response(body, { status, headers })
  }
}

async function readBody(request: Request, limitBytes: number) {
  if (request.bodyUsed) {
    throw new TypeError(
      'Something has already read the body. Mount the handler before any body parser.',
    )
  }
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array(0)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatBytes(chunks)
    size += value.length
    if (size > limitBytes) {
      // Not awaited: a sender that never ends must not delay the answer.
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(value)
  }
}
