import { ask } from './ask.ts'
import type { CallOptions } from './client-options.ts'
import { buildRequest, type RawCall } from './openapi-fetch-adapter.ts'
import type { OperationValue } from './operation-value.ts'
import { parseCallOptions } from './parse-call-options.ts'
import type { Settings } from './parse-client-options.ts'
import type { Failure } from './result.ts'
import type { Time } from './time.ts'
import type { AnyDocumentedResult } from './to-result.ts'

/** What every call of one client shares. */
export interface Surroundings {
  settings: Settings
  time: Time
  call: RawCall
}

/** An operation's `params` and `body`, and the options of the call. */
export type OperationCall = CallOptions & { params?: unknown; body?: unknown }

const inputs = ['params', 'body']

/** The typed result of one operation. Rejects with a `TypeError` for unknown or malformed options. */
export async function callOperation(
  operation: OperationValue,
  options: OperationCall,
  { settings: standard, time, call }: Surroundings,
): Promise<AnyDocumentedResult | Failure> {
  const { settings, signal, input } = parseCallOptions(options, { standard, inputs })
  const request = await buildRequest(call, operation, input)
  return await ask({ request, operation, settings, time }, signal)
}
