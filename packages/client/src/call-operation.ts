import { ask } from './ask.ts'
import type { CallOptions } from './client-options.ts'
import { parseCondition } from './condition.ts'
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
export type OperationCall = CallOptions & {
  params?: unknown
  body?: unknown
  ifNoneMatch?: unknown
}

const inputs = ['params', 'body']

/** The typed result of one operation. Rejects with a `TypeError` for unknown or malformed options. */
export async function callOperation(
  operation: OperationValue,
  options: OperationCall,
  { settings: standard, time, call }: Surroundings,
): Promise<AnyDocumentedResult | Failure> {
  const { condition } = operation
  const known = condition === null ? inputs : [...inputs, 'ifNoneMatch']
  const parsed = parseCallOptions(options, { standard, inputs: known })
  const { settings, signal } = parsed
  const { ifNoneMatch, ...input } = parsed.input
  const tags = parseCondition(ifNoneMatch)
  const request = await buildRequest(call, operation, input)
  if (condition !== null && tags !== undefined) request.headers.set(condition, tags)
  return await ask({ request, operation, settings, time }, signal)
}
