import type { operations, paths } from '@partner-platform/types'
import createOpenapiFetch, { type Client as OpenapiFetchClient } from 'openapi-fetch'
import type { CallOptions, ClientOptions } from './client-options.ts'
import {
  conditionOf,
  contractOperations,
  type Operation,
  type Reading,
  validatedReading,
} from './contract.ts'
import type { ProtocolErrorCode } from './errors.ts'
import type { OperationMethods } from './operation-methods.ts'
import {
  invalidOption,
  parseCallOptions,
  parseClientOptions,
  type Settings,
} from './parse-options.ts'
import type { Failure } from './result.ts'
import { send, systemTime, type Time } from './send.ts'
import { type AnyDocumentedResult, type Asked, toResult } from './to-result.ts'

type Verb = (typeof operations)[keyof typeof operations]['method']

/** A method for each operation of the contract, and openapi-fetch's own for its HTTP methods. */
export type Client = OperationMethods & Pick<OpenapiFetchClient<paths>, Verb>

/**
 * A client of the service in one environment: a method for each operation of the contract
 * (`client.listCountries()`), and openapi-fetch's methods for paths (`client.GET('/…')`). Opens no
 * connection. Throws a `TypeError` that names the option if one is missing or malformed.
 */
export const createClient = (options: ClientOptions): Client =>
  assembleClient(options, { time: systemTime, ...validatedReading })

/** `createClient` with a parameter for its clock, randomness and timer, and for how it reads bodies. */
export function assembleClient(
  options: ClientOptions,
  { time, ...reading }: { time: Time } & Reading,
): Client {
  const settings = parseClientOptions(options, reading)
  const raw = createOpenapiFetch<paths>({ baseUrl: settings.baseUrl, redirect: 'manual' })
  const service: Service = {
    settings,
    time,
    // The compiler checked paths and options where the caller typed them.
    call: ({ method, path }, init, fetch) =>
      (raw[method as Verb] as Call)(path, { ...init, fetch }),
  }
  const verbs = contractOperations.map(({ method }) => [
    method,
    (path: string, init: CallOptions = {}) => callRaw({ method, path }, init, service),
  ])
  const methods = contractOperations.map((operation) => [
    operation.id,
    (input: CallOptions = {}) => callOperation(operation, input, service),
  ])
  // The names come from the same generated constant as the types.
  return Object.freeze(Object.fromEntries([...verbs, ...methods]))
}

type Fetch = (request: Request) => Promise<Response>
type Init = Record<string, unknown>
type Call = (path: string, init: Init) => Promise<object>

type Service = {
  settings: Settings
  time: Time
  /** One call through openapi-fetch: it builds the request, passes it to `fetch`, reads the answer. */
  call: (at: { method: string; path: string }, init: Init, fetch: Fetch) => Promise<object>
}

/** The typed result of one operation. Rejects with a `TypeError` for unknown or malformed options. */
async function callOperation(
  operation: Operation,
  options: CallOptions,
  { settings: standard, time, call }: Service,
): Promise<AnyDocumentedResult | Failure | undefined> {
  const condition = conditionOf(operation)
  const inputs = ['params', 'body', ...(condition === undefined ? [] : ['ifNoneMatch'])]
  const { settings, signal, ifNoneMatch, input } = parseCallOptions(options, { standard, inputs })
  let result: AnyDocumentedResult | Failure | undefined
  await call(operation, input, async (request) => {
    if (condition && ifNoneMatch) request.headers.set(condition, ifNoneMatch)
    result = await ask({ request, operation, settings, time }, signal)
    return new Response(null, { status: 204 })
  })
  return result
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
    const next = 'Use a path of the contract'
    throw invalidOption(`${at.method} path is unknown`, next)
  }
  const name = refused.find((one) => new Map(Object.entries(init ?? {})).get(one) !== undefined)
  if (name !== undefined) {
    throw invalidOption(`Option ${name} cannot be changed by a call`, 'Create another client')
  }
  // fetch, whose type these options have, takes null for no signal.
  const options = init && init.signal === null ? { ...init, signal: undefined } : init
  const { settings, signal, input } = parseCallOptions(options, { standard, inputs: rawInputs })
  const isRaw = (input.parseAs ?? 'json') !== 'json'
  let result: AnyDocumentedResult | Failure | undefined
  const answer = await call(operation, input, async (request) => {
    result = await ask({ request, operation, settings, time }, signal)
    return usableResponse(result, isRaw)
  })
  // openapi-fetch read the body as sent, but the result leaves unusable parts out.
  return result?.ok && !isRaw ? { ...answer, data: result.data } : answer
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
async function ask(asked: Asked, signal: AbortSignal | undefined) {
  const { request, operation } = asked
  const readable = new Set(Object.values(operation.responses).filter((type) => type !== null))
  if (!request.headers.has('accept') && readable.size > 0) {
    request.headers.set('accept', [...readable].join(', '))
  }
  return toResult(await send(request, { ...asked, signal }), asked)
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
