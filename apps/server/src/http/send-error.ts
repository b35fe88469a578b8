import type { FastifyReply } from 'fastify'
import type { ErrorStatus } from '../errors.ts'
import { toErrorAnswer } from './error-answer.ts'

/** Answers a request with the error envelope. */
export function sendError(reply: FastifyReply, status: ErrorStatus): FastifyReply {
  const { headers, body } = toErrorAnswer(status, reply.request.id)
  return reply.code(status).headers(headers).send(body)
}
