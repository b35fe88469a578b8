import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Handler } from './handler.ts'
import type { Operation, Operations } from './operation.ts'
import type { RouteConfig } from './route-config.ts'
import { toBytes } from './serialized.ts'

/** Handlers collected so far; `Pending` are the operations that still lack one. */
export type Contract<Ops extends Operations, Pending extends keyof Ops, Provided extends string> = {
  /** Binds one operation. Each can be bound once. */
  route<Op extends Ops[Pending]>(
    operation: Op,
    handler: NoInfer<Handler<Op, Provided>>,
  ): Contract<Ops, Exclude<Pending, Op['id']>, Provided>
} & ([Pending] extends [never] ? Registrable : unknown)

type Registrable = {
  /** Adds every operation to the app. It exists only when no operation is without a handler. */
  register(app: FastifyInstance): void
}

type LooseAnswer = { status: number; body?: unknown; headers?: Record<string, string> }
type LooseHandler = (request: FastifyRequest) => LooseAnswer | Promise<LooseAnswer>

/**
 * Binds handlers to generated operations: method, path, statuses, bodies and headers come from there.
 * Throws a `TypeError` for an operation that is not in `operations` or bound twice.
 * @param provided names of required headers that the server puts on every response by itself.
 */
export function createContract<const Ops extends Operations, Provided extends string = never>(
  operations: Ops,
  _options: { provided?: readonly Provided[] } = {},
): Contract<Ops, keyof Ops, Provided> {
  return extend(operations, new Map()) as unknown as Contract<Ops, keyof Ops, Provided>
}

type Handlers = ReadonlyMap<Operation, LooseHandler>

function extend(operations: Operations, handlers: Handlers) {
  return {
    route(operation: Operation, handler: LooseHandler): unknown {
      if (operations[operation.id] !== operation || handlers.has(operation)) {
        throw new TypeError(
          `Operation ${operation.id} cannot be bound: expected one of the contract without a handler, received ${handlers.has(operation) ? 'one that has it' : 'another'}. Bind each generated operation once.`,
        )
      }
      return extend(operations, new Map([...handlers, [operation, handler]]))
    },
    register(app: FastifyInstance) {
      const missing = Object.values(operations).filter((operation) => !handlers.has(operation))
      if (missing.length > 0) {
        throw new TypeError(
          `The contract is incomplete: expected a handler for ${missing.map(({ id }) => id).join(', ')}, received none. Call route() for it.`,
        )
      }
      const bound = [...handlers.keys()]
      for (const [operation, handler] of handlers) addRoute(app, operation, handler)
      for (const path of new Set(bound.map((one) => one.path))) addOtherMethods(app, path, bound)
    },
  }
}

function addRoute(app: FastifyInstance, operation: Operation, handler: LooseHandler) {
  app.route({
    method: operation.method,
    url: toFastifyPath(operation.path),
    config: { operation } satisfies RouteConfig,
    handler: async (request, reply) => send(reply, operation, await handler(request)),
  })
}

/** Routes every other method of a path too, so that a hook can tell 405 from 404. */
function addOtherMethods(app: FastifyInstance, path: string, bound: readonly Operation[]) {
  const documented = bound.filter((operation) => operation.path === path).map((one) => one.method)
  const answered = documented.includes('GET') ? [...documented, 'HEAD'] : documented
  app.route({
    method: app.supportedMethods.filter((method) => !answered.includes(method)),
    url: toFastifyPath(path),
    config: { allow: [...answered, 'OPTIONS'] } satisfies RouteConfig,
    handler: () => {
      throw new Error('unreachable: a hook answers every method that the contract does not have')
    },
  })
}

function send(reply: FastifyReply, operation: Operation, answer: LooseAnswer) {
  const body = operation.responses[answer.status]?.body
  reply.code(answer.status).headers(answer.headers ?? {})
  if (!body) return reply.send()
  return reply.header('content-type', body.contentType).send(toBytes(answer.body))
}

const toFastifyPath = (path: string) => path.replaceAll(/\{([^}]+)\}/g, ':$1')
