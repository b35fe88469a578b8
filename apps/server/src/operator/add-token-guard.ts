import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { configOf } from '../contract/route-config.ts'
import { createTokenCheck } from './check-token.ts'
import { sendError } from './send-error.ts'

/** Lets nobody call an operation without the token, and answers methods that a path does not have. */
export function addTokenGuard(app: FastifyInstance, token: string): void {
  const isOperator = createTokenCheck(token)
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { operation, allow } = configOf(request)
    if (!operation && !allow) return
    if (!isOperator(request.raw.rawHeaders)) return sendError(reply, 'unauthorized')
    if (!allow) return
    reply.header('allow', allow.join(', '))
    if (request.method === 'OPTIONS') return reply.code(204).send()
    return sendError(reply, 'method_not_allowed')
  })
}
