import { createHash, timingSafeEqual } from 'node:crypto'
import { headerLines } from '@partner-platform/http-edge'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { configOf } from '../contract/route-config.ts'
import { sendError } from './send-error.ts'

const shortestToken = 32

/**
 * Tells whether a request carries the operator token, in one `Authorization` line. Throws a `TypeError`
 * for a token that could be guessed, or that no header can carry.
 */
function createTokenCheck(token: string): (rawHeaders: readonly string[]) => boolean {
  if (token.length < shortestToken || !/^[!-~]+$/.test(token)) {
    throw new TypeError(
      `Operator token is wrong: expected at least ${shortestToken} characters of visible ASCII, received ${token.length} characters. Make one with a password generator.`,
    )
  }
  const expected = toDigest(token)
  return (rawHeaders) => {
    // HTTP authentication schemes all use this one header (RFC 9110, 11.6.2).
    const [line = '', ...others] = headerLines(rawHeaders, 'authorization')
    const sent = /^bearer +([!-~]+)$/i.exec(line)?.[1] ?? ''
    // Digests are of one length, so that the time to compare says nothing of the token.
    return timingSafeEqual(toDigest(sent), expected) && others.length === 0
  }
}

const toDigest = (text: string) => createHash('sha256').update(text).digest()

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
