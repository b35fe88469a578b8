import { ask } from './ask.ts'
import type { Surroundings } from './call-operation.ts'
import { ClientError } from './client-error.ts'
import type { CallOptions } from './client-options.ts'
import { findOperation } from './operation-value.ts'
import { parseCallOptions } from './parse-client-options.ts'
import type { Failure } from './result.ts'
import type { AnyDocumentedResult } from './to-result.ts'

/** Options of openapi-fetch that would take the key elsewhere, or a call past our transport. */
const refused = ['baseUrl', 'fetch', 'Request', 'middleware']

/**
 * What openapi-fetch makes of one call, sent our way: with key, time limit and retries, and checked.
 * Rejects with a `ClientError` where there is no answer that can be used as `parseAs` says.
 */
export async function callRaw(
  at: { method: string; path: string },
  init: CallOptions & Record<string, unknown>,
  { settings: standard, time, call }: Surroundings,
): Promise<unknown> {
  const operation = findOperation(at.method, at.path)
  if (!operation) {
    throw new TypeError(
      `${at.method} path is unknown: expected one of the contract, received ${typeof at.path} of length ${String(at.path).length}. Correct it.`,
    )
  }
  const { signal, timeoutMs, retries, ...rest } = init
  for (const name of refused) {
    if (rest[name] === undefined) continue
    throw new TypeError(
      `Option ${name} of a call is refused: expected none, received one. Create another client for it.`,
    )
  }
  const settings = parseCallOptions(standard, { timeoutMs, retries })
  const isRaw = (rest.parseAs ?? 'json') !== 'json'
  return await call(operation, rest, async (request) => {
    const result = await ask({ request, operation, settings, time }, signal)
    return usableResponse(result, isRaw)
  })
}

function usableResponse(result: AnyDocumentedResult | Failure, isRaw: boolean): Response {
  if (typeof result.status === 'number') return result.response
  const { response } = result
  const isError = result.status === 'unexpected-status' && !result.response.ok
  const isAskedFor = isRaw && !(result.status === 'protocol-error' && result.code === 'redirect')
  if (response && (isError || isAskedFor)) return response
  throw new ClientError(result)
}
