import type { FastifyInstance } from 'fastify'
import { addRoutes, type Bound, type LooseHandler } from './add-routes.ts'
import type { ParameterReading } from './bind-parameters.ts'
import { toFastifyPath } from './fastify-route.ts'
import type { Handler } from './handler.ts'
import type { RefusalStatus, RenderError } from './refusal.ts'
import type { Operation, OperationId, RequestParsers, Surface } from './surface.ts'

/** The handlers bound so far. `Pending` lists the operations without one. */
export type Contract<S extends Surface, Pending extends OperationId<S>, Provided extends string> = {
  /** Binds a handler to one operation. Each operation can be bound once. */
  route<Op extends S['operations'][Pending]>(
    operation: Op,
    handler: NoInfer<Handler<S, Op['id'] & Pending, Provided>>,
  ): Contract<S, Exclude<Pending, Op['id']>, Provided>
} & ([Pending] extends [never] ? Registrable : unknown)

type Registrable = {
  /** Adds every operation to the app. Exists only once every operation has a handler. */
  register(app: FastifyInstance): void
}

export type ContractOptions<Provided extends string = never> = {
  /** Required headers that the server itself adds to every response. @default none */
  provided?: readonly Provided[]
  /** @default 'tolerant' */
  parameters?: ParameterReading
  /** Largest body to read. */
  bodyLimitBytes: number
  /** Renders the answer to a rejected request. */
  renderError: RenderError<RefusalStatus>
}

/**
 * Binds handlers to the operations of a generated surface, which defines method, path, parameters,
 * bodies, statuses and headers. The compiler demands a handler for each operation. Throws a `TypeError`
 * for an operation that it cannot serve.
 */
export function createContract<const S extends Surface, Provided extends string = never>(
  surface: S,
  options: ContractOptions<Provided>,
): Contract<S, OperationId<S>, Provided> {
  const { operations, requestParsers } = surface
  for (const operation of Object.values(operations)) {
    const problem = findProblem(operation)
    if (problem === undefined) continue
    throw new TypeError(
      `Cannot serve operation ${operation.id}: ${problem}. Change the document or this layer.`,
    )
  }
  const bound: Bound[] = []
  const contract = {
    route(operation: Operation, handler: LooseHandler) {
      const parsers = requestParsers[operation.id] as RequestParsers
      const reading = options.parameters ?? 'tolerant'
      bound.push({ operation, handler, parsers, reading, ...options })
      return contract
    },
    register: (app: FastifyInstance) => addRoutes(app, bound),
  }
  return contract as unknown as Contract<S, OperationId<S>, Provided>
}

/** Why this layer cannot serve the operation; `undefined` if it can. */
function findProblem({ path, method, parameters, requestBody }: Operation): string | undefined {
  const { cookie, ...readable } = parameters
  if (Object.keys(cookie).length > 0) return 'it has cookie parameters'
  for (const [place, named] of Object.entries(readable)) {
    for (const [name, { kind, style = 'plain' }] of Object.entries(named)) {
      if (style !== 'plain' || (kind !== 'string' && kind !== 'integer'))
        return `${place} ${name} has the kind ${kind} in style ${style}, not plain string or integer`
    }
  }
  const given = toFastifyPath(path).names.toSorted().join(', ')
  const described = Object.keys(parameters.path).toSorted().join(', ')
  if (given !== described)
    return `the path has the parameters ${given}, but ${described || 'none'} are described`
  if (!requestBody) return undefined
  const { contentType } = requestBody
  if (method === 'GET' || method === 'HEAD') return `a ${method} cannot have a body`
  const isJson = /^application\/(json|[a-z0-9.-]+\+json)$/.test(contentType)
  return isJson ? undefined : `its body is ${contentType}, not JSON`
}
