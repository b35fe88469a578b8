import type { FastifyReply } from 'fastify'
import type { OperatorCode } from './errors.ts'
import { renderOperatorError } from './render-error.ts'

/** Answers a request with the envelope of an error. */
export function sendError(reply: FastifyReply, code: OperatorCode): FastifyReply {
  const { status, headers, body } = renderOperatorError(code, { requestId: reply.request.id })
  return reply.code(status).headers(headers).send(body)
}
