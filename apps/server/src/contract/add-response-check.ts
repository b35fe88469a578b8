import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkResponse, type UndeclaredResponseError } from './check-response.ts'
import { configOf } from './fastify-route.ts'
import type { RenderError } from './refusal.ts'
import type { Surface } from './surface.ts'

/** Statuses that the document does not cover: unavailable store, misdirected request. */
const undocumented = [503, 421]

export type ResponseCheckOptions = {
  responseParsers: Surface['responseParsers']
  onUndeclared: (error: UndeclaredResponseError, requestId: string) => void
  renderError: RenderError<500>
}

/**
 * Compares every response with the document before it is sent. Reports an undeclared response and sends
 * 500 in its place. Add it before any hook that encodes bodies.
 */
export function addResponseCheck(
  app: FastifyInstance,
  { responseParsers, onUndeclared, renderError }: ResponseCheckOptions,
): void {
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { operation } = configOf(request)
    if (!operation || undocumented.includes(reply.statusCode)) return payload
    const isBody = typeof payload === 'string' || payload instanceof Uint8Array
    const response = {
      status: reply.statusCode,
      headers: reply.getHeaders(),
      body: isBody ? payload : null,
    }
    const problem = checkResponse(operation, response, { responseParsers })
    if (!problem) return payload
    onUndeclared(problem, request.id)
    const { status, headers, body } = renderError(500, request.id)
    reply.code(status).headers(headers).removeHeader('content-length')
    return body
  })
}
