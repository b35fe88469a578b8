import type { Failure } from './result.ts'
import { send } from './send.ts'
import { type AnyDocumentedResult, type Question, toResult } from './to-result.ts'

/** Sends `request`, again where that helps, and gives the typed result under its operation. */
export async function ask(
  question: Question,
  signal: AbortSignal | undefined,
): Promise<AnyDocumentedResult | Failure> {
  const { request, operation, settings, time } = question
  const documented = [...operation.responses.values()].map(({ contentType }) => contentType)
  const readable = [...new Set(documented)].filter((contentType) => contentType !== null)
  if (!request.headers.has('accept') && readable.length > 0) {
    request.headers.set('accept', readable.join(', '))
  }
  return toResult(await send(request, { settings, time, signal }), question)
}
