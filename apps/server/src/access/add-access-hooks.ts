import { headerLines } from '@partner-platform/settings'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Operation } from '../contract/operation.ts'
import { configOf } from '../contract/route-config.ts'
import { sendError } from '../http/send-error.ts'
import { checkOrigin } from './check-origin.ts'
import { createCorsHeaders } from './cors-headers.ts'
import { createGuard, type GuardOptions } from './guard.ts'

type AccessOptions = GuardOptions & { operations: readonly Operation[] }

/**
 * Puts the guard before every operation, and answers what the contract leaves to HTTP: preflight
 * requests, which need no key, and methods that a path does not have.
 */
export function addAccessHooks(app: FastifyInstance, options: AccessOptions): void {
  const guard = createGuard(options)
  const cors = createCorsHeaders(options.operations)
  const { environment } = options

  const answerOptions = async (
    rawHeaders: readonly string[],
    reply: FastifyReply,
    allow: Allow,
  ) => {
    const allowedOrigins = await options.origins()
    const origins = headerLines(rawHeaders, 'origin')
    const check = { environment, keyEnvironment: environment, allowedOrigins, origins }
    const { allowed, allowOrigin } = checkOrigin(check)
    if (!allowed) return sendError(reply, 403)
    if (allowOrigin !== null) reply.headers(cors.forPreflight(allowOrigin, allow))
    return reply.code(204).header('allow', allow.join(', ')).send()
  }
  app.addHook('onRequest', async (request, reply) => {
    const { operation, allow } = configOf(request)
    const { rawHeaders } = request.raw
    if (allow) {
      if (request.method === 'OPTIONS') return answerOptions(rawHeaders, reply, allow)
      return sendError(reply, 405, { allow: allow.join(', ') })
    }
    if (!operation) return
    const verdict = await guard({ operation, rawHeaders })
    reply.headers(verdict.headers).headers(cors.forAnswer(verdict.allowOrigin))
    if (verdict.refused !== null) return sendError(reply, verdict.refused)
  })
}

type Allow = readonly string[]
