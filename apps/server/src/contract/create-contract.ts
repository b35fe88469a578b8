import type { FastifyInstance } from 'fastify'
import { addRoutes, type Bound, type LooseHandler } from './add-routes.ts'
import { assertReadable } from './assert-readable.ts'
import type { ParameterReading } from './bind-parameters.ts'
import type { Handler } from './handler.ts'
import type { Operation } from './operation.ts'
import type { Refusal, RenderError } from './refusal.ts'
import type { OperationId, Surface } from './surface.ts'

/** Handlers collected so far; `Pending` are the operations that still lack one. */
export type Contract<S extends Surface, Pending extends OperationId<S>, Provided extends string> = {
  /** Binds one operation. Each can be bound once. */
  route<Op extends S['operations'][Pending]>(
    operation: Op,
    handler: NoInfer<Handler<S, Op['id'] & Pending, Provided>>,
  ): Contract<S, Exclude<Pending, Op['id']>, Provided>
} & ([Pending] extends [never] ? Registrable : unknown)

type Registrable = {
  /** Adds every operation to the app. It exists only when no operation is without a handler. */
  register(app: FastifyInstance): void
}

export type ContractOptions<Provided extends string = never> = {
  /** Names of required headers that the server puts on every response by itself. @default none */
  provided?: readonly Provided[]
  /** @default 'tolerant' */
  parameters?: ParameterReading
  /** Largest body that is read, in bytes. Needed where an operation takes one. */
  bodyLimitBytes?: number
  /** What a refused request is answered with. Needed where one can be refused. */
  renderError?: RenderError<Refusal>
}

/**
 * Binds handlers to the operations of a generated surface: method, path, parameters, bodies, statuses
 * and headers come from there. Throws a `TypeError` for an operation whose requests cannot be read,
 * and for options that are missing.
 */
export function createContract<const S extends Surface, Provided extends string = never>(
  surface: S,
  options: ContractOptions<Provided> = {},
): Contract<S, OperationId<S>, Provided> {
  const operations = Object.values(surface.operations)
  for (const operation of operations) assertReadable(operation, surface)
  assertOptions(operations, options)
  return extend({ surface, options }, new Map()) as unknown as Contract<S, OperationId<S>, Provided>
}

type Start = { surface: Surface; options: ContractOptions<string> }

function extend(start: Start, handlers: ReadonlyMap<Operation, LooseHandler>) {
  const { operations } = start.surface
  return {
    route(operation: Operation, handler: LooseHandler): unknown {
      if (operations[operation.id] !== operation || handlers.has(operation)) {
        throw new TypeError(
          `Operation ${operation.id} cannot be bound: expected one of the contract without a handler, received ${handlers.has(operation) ? 'one that has it' : 'another'}. Bind each generated operation once.`,
        )
      }
      return extend(start, new Map([...handlers, [operation, handler]]))
    },
    register(app: FastifyInstance) {
      const missing = Object.values(operations).filter((operation) => !handlers.has(operation))
      if (missing.length > 0) {
        throw new TypeError(
          `The contract is incomplete: expected a handler for ${missing.map(({ id }) => id).join(', ')}, received none. Call route() for it.`,
        )
      }
      addRoutes(
        app,
        [...handlers].map((entry) => bind(entry, start)),
      )
    },
  }
}

function bind([operation, handler]: [Operation, LooseHandler], { surface, options }: Start): Bound {
  const parsers = surface.requestParsers[operation.id]
  if (!parsers) throw new Error('unreachable: asserted when the contract was made')
  return { operation, handler, parsers, reading: options.parameters ?? 'tolerant', ...options }
}

function assertOptions(operations: readonly Operation[], options: ContractOptions<string>): void {
  const takesBody = operations.some(({ requestBody }) => requestBody)
  if (takesBody && !(Number(options.bodyLimitBytes) > 0))
    throw missing('bodyLimitBytes', 'a number of bytes, as an operation takes a body')
  const refuses = takesBody || options.parameters === 'strict' || operations.some(requiresParameter)
  if (refuses && !options.renderError)
    throw missing('renderError', 'a function, as requests can be refused')
}

const requiresParameter = ({ parameters }: Operation) =>
  Object.values(parameters).some((named) => Object.values(named).some(({ required }) => required))

const missing = (name: string, expected: string) =>
  new TypeError(`Option ${name} is missing: expected ${expected}, received none. Pass it.`)
