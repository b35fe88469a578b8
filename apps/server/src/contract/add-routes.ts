import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bindBody } from './bind-body.ts'
import { bindParameters, type ParameterReading } from './bind-parameters.ts'
import { toFastifyPath } from './fastify-route.ts'
import { type Refusal, type RefusalStatus, type RenderError, sendError } from './refusal.ts'
import { toBytes } from './serialized.ts'
import type { Operation, RequestParsers } from './surface.ts'

type LooseAnswer = { status: number; body?: unknown; headers?: Record<string, string> }
export type LooseHandler = (input: object) => LooseAnswer | Promise<LooseAnswer>

/** An operation with everything needed to serve it. */
export type Bound = {
  operation: Operation
  handler: LooseHandler
  parsers: RequestParsers
  reading: ParameterReading
  bodyLimitBytes: number
  renderError: RenderError<RefusalStatus>
}

/** Adds a route for each operation, and one for all other methods of its path. */
export function addRoutes(app: FastifyInstance, bound: readonly Bound[]): void {
  for (const one of bound) {
    const { method, path } = one.operation
    // Bodies are read here, because Fastify would reject unknown types in its own format.
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
    const config = { operation: one.operation }
    app.route({ method, url: toFastifyPath(path).url, config, handler: toRouteHandler(one) })
  }
  const byPath = Map.groupBy(bound, ({ operation }) => operation.path)
  for (const [path, those] of byPath) {
    const documented = those.map(({ operation }) => operation.method)
    addOtherMethods(app, path, documented)
  }
}

function toRouteHandler(bound: Bound) {
  const { operation, handler, renderError } = bound
  const read = bindRequest(bound)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = await read(request)
    if (input.ok) return prepare(reply, operation, await handler(input.value))
    // The HTTP server may have answered already, if the body was cut short or late.
    const { headersSent, writableEnded, destroyed } = reply.raw
    if (headersSent || writableEnded || destroyed) return reply.hijack()
    return sendError(reply, renderError(input.status, request.id, input.issues))
  }
}

function bindRequest({ operation, parsers, reading, bodyLimitBytes: limitBytes }: Bound) {
  const readParameters = bindParameters(operation, { parsers, reading })
  const { requestBody } = operation
  const parse = parsers.body?.sent ?? null
  const readBody = requestBody && bindBody(requestBody, { parse, limitBytes })
  return async (request: FastifyRequest): Promise<{ ok: true; value: object } | Refusal> => {
    const parameters = readParameters(request)
    if (!parameters.ok) return parameters
    const body = await readBody?.(request)
    if (body && !body.ok) return body
    const { params, query, headers } = parameters
    return { ok: true, value: { params, query, headers, body: body?.value, request } }
  }
}

/** Routes all other methods of a path, so that a hook can tell 405 from 404. */
function addOtherMethods(app: FastifyInstance, path: string, documented: readonly string[]) {
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

function prepare(reply: FastifyReply, operation: Operation, answer: LooseAnswer) {
  const body = operation.responses[answer.status]?.body
  reply.code(answer.status).headers(answer.headers ?? {})
  if (!body) return reply.send()
  reply.header('content-type', body.contentType)
  return toBytes(answer.body)
}
