import type { CallOptions, ClientOptions } from './client-options.ts'
import { contractOperations, type Operation } from './contract.ts'
import type { ProtocolErrorCode } from './errors.ts'
import {
  buildRequest,
  createRawCall,
  type RawCall,
  type RawMethods,
} from './openapi-fetch-adapter.ts'
import type { OperationMethods } from './operation-methods.ts'
import {
  invalidOption,
  kindOf,
  parseCallOptions,
  parseClientOptions,
  parseCondition,
  type Settings,
} from './parse-options.ts'
import type { Failure } from './result.ts'
import { send, systemTime, type Time } from './send.ts'
import { type AnyDocumentedResult, type Asked, toResult } from './to-result.ts'

/** A method for each operation of the contract, and openapi-fetch's own for its HTTP methods. */
export type Client = OperationMethods & RawMethods

/**
 * A client of the service in one environment: a method for each operation of the contract
 * (`client.listCountries()`), and openapi-fetch's methods for paths (`client.GET('/…')`). Opens no
 * connection. Throws a `TypeError` that names the option if one is missing or malformed.
 */
export function createClient(options: ClientOptions): Client {
  return assembleClient(options, systemTime)
}

/** `createClient` with its clock, randomness and timer as a parameter. */
export function assembleClient(options: ClientOptions, time: Time): Client {
  const settings = parseClientOptions(options)
  const service: Service = { settings, time, call: createRawCall(settings.baseUrl) }
  const verbs = [...new Set(contractOperations.map(({ method }) => method))].map((method) => [
    method,
    (path: string, init: CallOptions = {}) => callRaw({ method, path }, init, service),
  ])
  const methods = contractOperations.map((operation) => [
    operation.id,
    (input: OperationCall = {}) => callOperation(operation, input, service),
  ])
  // The names come from the same generated constant as the types.
  return Object.freeze(Object.fromEntries([...verbs, ...methods]))
}

/** What every call of one client shares. */
type Service = { settings: Settings; time: Time; call: RawCall }

type OperationCall = CallOptions & { params?: unknown; body?: unknown; ifNoneMatch?: unknown }

/** The typed result of one operation. Rejects with a `TypeError` for unknown or malformed options. */
async function callOperation(
  operation: Operation,
  options: OperationCall,
  { settings: standard, time, call }: Service,
): Promise<AnyDocumentedResult | Failure> {
  const { condition } = operation
  const inputs = ['params', 'body', ...(condition === null ? [] : ['ifNoneMatch'])]
  const parsed = parseCallOptions(options, { standard, inputs })
  const { settings, signal } = parsed
  const { ifNoneMatch, ...input } = parsed.input
  const entityTag = parseCondition(ifNoneMatch)
  const request = await buildRequest(call, operation, input)
  if (condition !== null && entityTag !== undefined) request.headers.set(condition, entityTag)
  return await ask({ request, operation, settings, time }, signal)
}

/** Options of openapi-fetch that would send the key elsewhere, or bypass our transport. */
const refused = ['baseUrl', 'fetch', 'Request', 'middleware']

/** Options of openapi-fetch, and those of fetch that it passes on. */
const rawInputs = [
  ...['params', 'body', 'headers', 'parseAs'],
  ...['querySerializer', 'bodySerializer', 'pathSerializer'],
  ...['cache', 'credentials', 'duplex', 'integrity', 'keepalive', 'mode', 'priority', 'redirect'],
  ...['referrer', 'referrerPolicy', 'window'],
]

/**
 * A call of openapi-fetch with our key, time limit, retries and checks. Rejects with a `ClientError` if
 * there is no usable answer, and with a `TypeError` for an unknown path or option.
 */
async function callRaw(
  at: { method: string; path: string },
  init: CallOptions | null,
  { settings: standard, time, call }: Service,
): Promise<unknown> {
  const operation = contractOperations.find(
    ({ method, path }) => method === at.method && path === at.path,
  )
  if (!operation) {
    throw invalidOption(
      `${at.method} path is unknown`,
      `Use one of the contract, not ${kindOf(at.path)}`,
    )
  }
  const given = new Map(Object.entries(init ?? {}))
  const name = refused.find((candidate) => given.get(candidate) !== undefined)
  if (name !== undefined) {
    throw invalidOption(`Option ${name} cannot be changed by a call`, 'Create another client')
  }
  // fetch, whose type these options have, takes null for no signal.
  const options = given.get('signal') === null ? { ...init, signal: undefined } : init
  const { settings, signal, input } = parseCallOptions(options, { standard, inputs: rawInputs })
  const isRaw = (input.parseAs ?? 'json') !== 'json'
  return await call(operation, input, async (request) =>
    usableResponse(await ask({ request, operation, settings, time }, signal), isRaw),
  )
}

function usableResponse(result: AnyDocumentedResult | Failure, isRaw: boolean): Response {
  if (typeof result.status === 'number') return result.response
  const { response } = result
  const isError = result.status === 'unexpected-status' && !response?.ok
  const isAskedFor = isRaw && !(result.status === 'protocol-error' && result.code === 'redirect')
  if (response && (isError || isAskedFor)) return response
  throw new ClientError(result)
}

/** Sends the request, again if that can help, and gives the typed result of its operation. */
async function ask(
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<AnyDocumentedResult | Failure> {
  const { request, operation, settings, time } = asked
  const documented = [...operation.responses.values()].map(({ contentType }) => contentType)
  const readable = [...new Set(documented)].filter((contentType) => contentType !== null)
  if (!request.headers.has('accept') && readable.length > 0) {
    request.headers.set('accept', readable.join(', '))
  }
  return toResult(await send(request, { settings, time, signal }), asked)
}

/** Thrown by `client.GET` and its siblings if there is no usable answer. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  /** The code of a `'protocol-error'`, else the status of the result. */
  readonly code: ProtocolErrorCode | Exclude<Failure['status'], 'protocol-error'>
  /** What a method of the client would have returned. */
  readonly result: Failure

  constructor(result: Failure) {
    super(result.message, 'cause' in result ? { cause: result.cause } : undefined)
    this.code = result.status === 'protocol-error' ? result.code : result.status
    this.result = result
  }
}
