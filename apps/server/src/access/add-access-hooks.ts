import { headerLines } from '@partner-platform/http-edge'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { configOf } from '../contract/fastify-route.ts'
import { headerNames } from '../contract/header-name.ts'
import { sendError } from '../contract/refusal.ts'
import type { Operation } from '../contract/surface.ts'
import { renderError } from '../errors.ts'
import { createGuard, type GuardOptions } from './guard.ts'
import { checkOrigin } from './origins.ts'
import { credentialHeaders } from './read-credential.ts'

/** How long a browser may keep the answer to a preflight request. */
const preflightAgeSeconds = 600

/**
 * Runs the guard before every operation. Also answers what the contract leaves to HTTP: preflight
 * requests, which need no key, and methods that a path does not support.
 */
export function addAccessHooks(
  app: FastifyInstance,
  { operations, ...options }: GuardOptions & { operations: readonly Operation[] },
): void {
  const guard = createGuard(options)
  const { environment } = options
  const readable = headerNames(operations).join(', ')
  const parameters = operations.flatMap((operation) => Object.keys(operation.parameters.header))
  const ofBodies = operations.some(({ requestBody }) => requestBody) ? ['content-type'] : []
  const named = new Set([...credentialHeaders(operations), ...parameters, ...ofBodies])
  const sendable = [...named].join(', ')

  const expose = (reply: FastifyReply, allowOrigin: string | null) => {
    if (allowOrigin === null) return
    reply.header('access-control-allow-origin', allowOrigin)
    reply.header('access-control-expose-headers', readable)
  }
  const answerOther = async (
    { method, id, raw }: FastifyRequest,
    reply: FastifyReply,
    allow: readonly string[],
  ) => {
    const allowedOrigins = await options.origins()
    const origins = headerLines(raw.rawHeaders, 'origin')
    const check = { environment, keyEnvironment: environment, allowedOrigins, origins }
    const { allowed, allowOrigin } = checkOrigin(check)
    const isOptions = method === 'OPTIONS'
    if (isOptions && !allowed) return sendError(reply, renderError(403, id))
    const methods = allow.join(', ')
    reply.header('allow', methods)
    if (!isOptions) {
      expose(reply, allowOrigin)
      return sendError(reply, renderError(405, id))
    }
    if (allowOrigin !== null) {
      reply.headers({
        'access-control-allow-origin': allowOrigin,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': sendable,
        'access-control-max-age': String(preflightAgeSeconds),
      })
    }
    return reply.code(204).send()
  }
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { operation, allow } = configOf(request)
    if (allow) return answerOther(request, reply, allow)
    if (!operation) return
    const verdict = await guard({ operation, rawHeaders: request.raw.rawHeaders })
    reply.headers(verdict.headers)
    expose(reply, verdict.allowOrigin)
    if (verdict.refused !== null) return sendError(reply, renderError(verdict.refused, request.id))
  })
}
