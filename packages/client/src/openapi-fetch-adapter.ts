import type { operations, paths } from '@partner-platform/types'
import createOpenapiFetch, {
  type Client as OpenapiFetchClient,
  type ParamsOption,
  type RequestBodyOption,
} from 'openapi-fetch'

/** The HTTP methods that the contract uses. */
export type Verb = (typeof operations)[keyof typeof operations]['method']

/** openapi-fetch's own methods, for the paths of the contract. */
export type RawMethods = Pick<OpenapiFetchClient<paths>, Verb>

/** `params` and `body` of an operation, as openapi-fetch types them, without the headers in `Left`. */
export type OperationInput<
  Id extends keyof operations,
  Left extends PropertyKey = never,
> = ParamsOption<WithoutHeaders<operations[Id], Left>> & RequestBodyOption<operations[Id]>

type WithoutHeaders<Operation extends { parameters: object }, Left extends PropertyKey> = [
  Left,
] extends [never]
  ? Operation
  : { parameters: WithoutIn<Operation['parameters'], Left> }
type WithoutIn<Parameters, Left extends PropertyKey> = {
  [Place in keyof Parameters]: Place extends 'header'
    ? Omit<NonNullable<Parameters[Place]>, Left> & { [Name in Left]?: never }
    : Parameters[Place]
}

type Fetch = (request: Request) => Promise<Response>
type Init = Record<string, unknown>
type Call = (path: string, init?: Init) => Promise<unknown>

/** One call through openapi-fetch: it builds the request, passes it to `fetch`, and reads the answer. */
export type RawCall = (
  at: { method: string; path: string },
  init: Init,
  fetch: Fetch,
) => Promise<unknown>

/** openapi-fetch, bound to a base URL and without its own access to the network. */
export function createRawCall(baseUrl: string): RawCall {
  const client = createOpenapiFetch<paths>({ baseUrl, redirect: 'manual' })
  return ({ method, path }, init, fetch) => {
    // The compiler checked paths and options where the caller typed them.
    const call = client[method as Verb] as Call
    return call(path, { ...init, fetch })
  }
}

/** The request that openapi-fetch builds from an operation's input, without sending it. */
export async function buildRequest(
  call: RawCall,
  at: { method: string; path: string },
  input: Init,
): Promise<Request> {
  let built: Request | undefined
  await call(at, input, async (request) => {
    built = request
    return new Response(null, { status: 204 })
  })
  if (built) return built
  throw new TypeError(
    `${at.method} ${at.path} made no request. Report this as a bug of the client.`,
  )
}
