import type { FastifyReply } from 'fastify'
import type { ErrorStatus } from '../errors.ts'
import { toErrorAnswer } from './error-answer.ts'

/** Answers a request with the error envelope, and with `headers` on top of its own. */
export function sendError(
  reply: FastifyReply,
  status: ErrorStatus,
  headers: Record<string, string> = {},
): FastifyReply {
  const answer = toErrorAnswer(status, reply.request.id)
  return reply
    .code(status)
    .headers({ ...answer.headers, ...headers })
    .send(answer.body)
}
