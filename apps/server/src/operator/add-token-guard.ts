import type { FastifyInstance, FastifyReply } from 'fastify'
import { configOf } from '../contract/route-config.ts'
import { createTokenCheck } from './check-token.ts'
import type { OperatorCode } from './errors.ts'
import { renderOperatorError } from './render-error.ts'

/** Lets nobody call an operation without the token, and answers methods that a path does not have. */
export function addTokenGuard(app: FastifyInstance, token: string): void {
  const isOperator = createTokenCheck(token)
  app.addHook('onRequest', async (request, reply) => {
    const { operation, allow } = configOf(request)
    if (!operation && !allow) return
    if (!isOperator(request.raw.rawHeaders)) return send(reply, 'unauthorized')
    if (!allow) return
    const headers = { allow: allow.join(', ') }
    if (request.method === 'OPTIONS') return reply.code(204).headers(headers).send()
    return send(reply, 'method_not_allowed', headers)
  })
}

function send(reply: FastifyReply, code: OperatorCode, extra: Record<string, string> = {}) {
  const { status, headers, body } = renderOperatorError(code, { requestId: reply.request.id })
  return reply
    .code(status)
    .headers({ ...headers, ...extra })
    .send(body)
}
