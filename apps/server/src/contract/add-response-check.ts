import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkResponse, type UndeclaredResponseError } from './check-response.ts'
import type { RenderError } from './refusal.ts'
import { configOf } from './route-config.ts'
import type { Surface } from './surface.ts'

/** The store is unavailable, or the request was for another server: the document does not cover these. */
const undocumented = [503, 421]

export type ResponseCheckOptions = {
  responseParsers: Surface['responseParsers']
  onUndeclared: (error: UndeclaredResponseError, requestId: string) => void
  /** What the caller gets in place of the response. */
  renderError: RenderError<{ status: 500; issues: readonly [] }>
}

/**
 * Compares every response of an operation with the document before it leaves. One that the document
 * does not have is reported, and the caller gets 500 in its place. Add it before what encodes bodies.
 */
export function addResponseCheck(
  app: FastifyInstance,
  { responseParsers, onUndeclared, renderError }: ResponseCheckOptions,
): void {
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { operation } = configOf(request)
    if (!operation || undocumented.includes(reply.statusCode)) return payload
    const problem = checkResponse(
      operation,
      {
        status: reply.statusCode,
        headers: reply.getHeaders(),
        body: typeof payload === 'string' || payload instanceof Uint8Array ? payload : null,
      },
      { responseParsers },
    )
    if (!problem) return payload
    onUndeclared(problem, request.id)
    const answer = renderError({ status: 500, issues: [] }, request.id)
    reply.code(answer.status).headers(answer.headers).removeHeader('content-length')
    return answer.body
  })
}
