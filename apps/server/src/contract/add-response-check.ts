import type { FastifyInstance } from 'fastify'
import { toErrorAnswer } from '../http/error-answer.ts'
import { checkResponse, type UndeclaredResponseError } from './check-response.ts'
import { configOf } from './route-config.ts'

type OnUndeclared = (error: UndeclaredResponseError, requestId: string) => void

/**
 * Compares every response of an operation with the document before it leaves. One that the document
 * does not have is reported, and the caller gets 500 in its place.
 */
export function addResponseCheck(app: FastifyInstance, onUndeclared: OnUndeclared): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { operation } = configOf(request)
    if (!operation) return payload
    const problem = checkResponse(operation, {
      status: reply.statusCode,
      headers: reply.getHeaders(),
      body: typeof payload === 'string' || payload instanceof Uint8Array ? payload : null,
    })
    if (!problem) return payload
    onUndeclared(problem, request.id)
    const answer = toErrorAnswer(500, request.id)
    reply.code(answer.status).headers(answer.headers).removeHeader('content-length')
    return answer.body
  })
}
