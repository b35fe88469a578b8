import { headerLines } from '@partner-platform/http-edge'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '../contract/operation.ts'
import { configOf } from '../contract/route-config.ts'
import type { Hook } from '../http/hook.ts'
import { sendError } from '../http/send-error.ts'
import { checkOrigin } from './check-origin.ts'
import { createCorsHeaders } from './cors-headers.ts'
import { createGuard, type GuardOptions, type Verdict } from './guard.ts'

type AccessOptions = GuardOptions & { operations: readonly Operation[] }

/**
 * Puts the guard before every operation, and answers what the contract leaves to HTTP: preflight
 * requests, which need no key, and methods that a path does not have.
 */
export function addAccessHooks(app: FastifyInstance, options: AccessOptions): void {
  const guard = createGuard(options)
  const cors = createCorsHeaders(options.operations)
  const { environment } = options

  /** Answers methods that a path does not have, to which no key is needed. */
  const answerOther = async (
    { method, raw }: FastifyRequest,
    reply: FastifyReply,
    allow: Allow,
  ) => {
    const allowedOrigins = await options.origins()
    const origins = headerLines(raw.rawHeaders, 'origin')
    const check = { environment, keyEnvironment: environment, allowedOrigins, origins }
    const { allowed, allowOrigin } = checkOrigin(check)
    const isOptions = method === 'OPTIONS'
    if (isOptions && !allowed) return sendError(reply, 403)
    reply.header('allow', allow.join(', '))
    if (!isOptions) return sendError(reply.headers(cors.forAnswer(allowOrigin)), 405)
    if (allowOrigin !== null) reply.headers(cors.forPreflight(allowOrigin, allow))
    return reply.code(204).send()
  }
  const guardCall: Hook = (request, reply, next) => {
    const { operation, allow } = configOf(request)
    if (allow) return void answerOther(request, reply, allow).catch(next)
    if (!operation) return next()
    const take = (verdict: Verdict) => {
      reply.headers(verdict.headers).headers(cors.forAnswer(verdict.allowOrigin))
      if (verdict.refused === null) next()
      else sendError(reply, verdict.refused)
    }
    const verdict = guard({ operation, rawHeaders: request.raw.rawHeaders })
    if (verdict instanceof Promise) verdict.then(take).catch(next)
    else take(verdict)
  }
  app.addHook('onRequest', guardCall)
}

type Allow = readonly string[]
