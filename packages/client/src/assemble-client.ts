import { callOperation, type OperationCall } from './call-operation.ts'
import { callRaw } from './call-raw.ts'
import type { CallOptions, ClientOptions } from './client-options.ts'
import { createRawCall, type RawMethods } from './openapi-fetch-adapter.ts'
import type { OperationMethods } from './operation-methods.ts'
import { operationValues } from './operation-value.ts'
import { parseClientOptions } from './parse-client-options.ts'
import type { Time } from './time.ts'

/** A method for each operation of the contract, and openapi-fetch's own for its HTTP methods. */
export type Client = OperationMethods & RawMethods

/** `createClient` with its clock, dice and timer as a parameter. */
export function assembleClient(options: ClientOptions, time: Time): Client {
  const settings = parseClientOptions(options)
  const surroundings = { settings, time, call: createRawCall(settings.baseUrl) }
  const verbs = [...new Set(operationValues.map(({ method }) => method))].map((method) => [
    method,
    (path: string, init: CallOptions = {}) => callRaw({ method, path }, init, surroundings),
  ])
  const methods = operationValues.map((operation) => [
    operation.id,
    (input: OperationCall = {}) => callOperation(operation, input, surroundings),
  ])
  // The names come from the same generated constant as the types do.
  return Object.freeze(Object.fromEntries([...verbs, ...methods]))
}
