import { ask } from './ask.ts'
import type { Surroundings } from './call-operation.ts'
import { ClientError } from './client-error.ts'
import type { CallOptions } from './client-options.ts'
import { kindOf } from './kind-of.ts'
import { mistake } from './mistake.ts'
import { findOperation } from './operation-value.ts'
import { parseCallOptions } from './parse-call-options.ts'
import type { Failure } from './result.ts'
import type { AnyDocumentedResult } from './to-result.ts'

/** Options of openapi-fetch that would take the key elsewhere, or a call past our transport. */
const refused = ['baseUrl', 'fetch', 'Request', 'middleware']

/** Options of openapi-fetch, and those of fetch that it passes on. */
const inputs = [
  ...['params', 'body', 'headers', 'parseAs'],
  ...['querySerializer', 'bodySerializer', 'pathSerializer'],
  ...['cache', 'credentials', 'duplex', 'integrity', 'keepalive', 'mode', 'priority', 'redirect'],
  ...['referrer', 'referrerPolicy', 'window'],
]

/**
 * What openapi-fetch makes of one call, sent our way: with key, time limit and retries, and checked.
 * Rejects with a `ClientError` where there is no answer that can be used as `parseAs` says, and with
 * a `TypeError` for an unknown path and for unknown or malformed options.
 */
export async function callRaw(
  at: { method: string; path: string },
  init: CallOptions,
  { settings: standard, time, call }: Surroundings,
): Promise<unknown> {
  const operation = findOperation(at.method, at.path)
  if (!operation) {
    const parts = { expected: 'one of the contract', received: kindOf(at.path), next: 'Correct it' }
    throw mistake(`${at.method} path is unknown`, parts)
  }
  refuse(init)
  const options = withoutNullSignal(init)
  const { settings, signal, input } = parseCallOptions(options, { standard, inputs })
  const isRaw = (input.parseAs ?? 'json') !== 'json'
  return await call(operation, input, async (request) => {
    const result = await ask({ request, operation, settings, time }, signal)
    return usableResponse(result, isRaw)
  })
}

function refuse(init: object | null): void {
  const given = new Map(Object.entries(init ?? {}))
  const name = refused.find((candidate) => given.get(candidate) !== undefined)
  if (name === undefined) return
  const next = 'Create another client for it'
  throw mistake(`Option ${name} of a call is refused`, { expected: 'none', received: 'one', next })
}

/** In the options of fetch, whose type these have, null is no signal. */
const withoutNullSignal = (init: { signal?: unknown } | null) =>
  init?.signal === null ? { ...init, signal: undefined } : init

function usableResponse(result: AnyDocumentedResult | Failure, isRaw: boolean): Response {
  if (typeof result.status === 'number') return result.response
  const { response } = result
  const isError = result.status === 'unexpected-status' && !response?.ok
  const isAskedFor = isRaw && !(result.status === 'protocol-error' && result.code === 'redirect')
  if (response && (isError || isAskedFor)) return response
  throw new ClientError(result)
}
