import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whenKnown } from '../when-known.ts'
import { bindBody, type ReadBody } from './bind-body.ts'
import { bindParameters, type ParameterReading } from './bind-parameters.ts'
import type { Operation } from './operation.ts'
import { type Refusal, type RenderError, refuse } from './refusal.ts'
import { toBytes } from './serialized.ts'
import type { RequestParsers } from './surface.ts'
import { toFastifyPath } from './to-fastify-path.ts'

type LooseAnswer = { status: number; body?: unknown; headers?: Record<string, string> }
export type LooseHandler = (input: object) => LooseAnswer | Promise<LooseAnswer>

/** An operation with everything that answering it takes. */
export type Bound = {
  operation: Operation
  handler: LooseHandler
  parsers: RequestParsers
  reading: ParameterReading
  bodyLimitBytes?: number
  renderError?: RenderError<Refusal>
}

/** Adds the operations to the app, and a route for every other method of their paths. */
export function addRoutes(app: FastifyInstance, bound: readonly Bound[]): void {
  const operations = bound.map(({ operation }) => operation)
  // Fastify would answer in its own way for bodies that it does not know; they are read here.
  for (const method of new Set(operations.map((one) => one.method)))
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  for (const one of bound) addRoute(app, one)
  for (const path of new Set(operations.map((one) => one.path)))
    addOtherMethods(app, path, operations)
}

function addRoute(app: FastifyInstance, bound: Bound) {
  const { operation, handler, renderError } = bound
  const read = bindRequest(bound)
  app.route({
    method: operation.method,
    url: toFastifyPath(operation.path).url,
    config: { operation },
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const answer = (input: ReadRequest) => {
        if (input.ok) return whenKnown(handler(input.value), (it) => send(reply, operation, it))
        // A body that broke off, or came too late, may have its answer from the HTTP server.
        const { headersSent, writableEnded, destroyed } = reply.raw
        if (headersSent || writableEnded || destroyed) return reply.hijack()
        if (!renderError) throw new Error('unreachable: asserted when the contract was made')
        const { status, headers, body } = renderError(input.refusal, request.id)
        return reply.code(status).headers(headers).send(body)
      }
      return whenKnown(read(request), answer)
    },
  })
}

type ReadRequest = { ok: true; value: object } | ReturnType<typeof refuse>

function bindRequest(
  bound: Bound,
): (request: FastifyRequest) => ReadRequest | Promise<ReadRequest> {
  const { operation, parsers, reading, bodyLimitBytes: limitBytes = 0 } = bound
  const readParameters = bindParameters(operation, { parsers, reading })
  const { requestBody } = operation
  const parse = parsers.body?.sent ?? null
  const readBody = requestBody && bindBody(requestBody, { parse, limitBytes })
  return (request) => {
    const parameters = readParameters(request)
    if (!parameters.ok) return refuse(400, parameters.issues)
    const { params, query, headers } = parameters
    const complete = (body: ReadBody): ReadRequest => {
      if (!body.ok) return body
      return { ok: true, value: { params, query, headers, body: body.value, request } }
    }
    return readBody ? readBody(request).then(complete) : complete({ ok: true, value: undefined })
  }
}

/** Routes every other method of a path too, so that a hook can tell 405 from 404. */
function addOtherMethods(app: FastifyInstance, path: string, operations: readonly Operation[]) {
  const documented = operations.filter((one) => one.path === path).map((one) => one.method)
  const answered = documented.includes('GET') ? [...documented, 'HEAD'] : documented
  app.route({
    method: app.supportedMethods.filter((method) => !answered.includes(method)),
    url: toFastifyPath(path).url,
    config: { allow: [...answered, 'OPTIONS'] },
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
