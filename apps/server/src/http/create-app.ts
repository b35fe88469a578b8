import { METHODS } from 'node:http'
import { createStrictHttpServer, type HttpLimits } from '@partner-platform/settings'
import Fastify, { type FastifyInstance } from 'fastify'
import { isErrorStatus } from '../errors.ts'
import { type Logger, toFailure } from '../log.ts'
import type { Random } from '../random.ts'
import { toErrorAnswer } from './error-answer.ts'
import { createRequestId } from './request-id.ts'
import { sendError } from './send-error.ts'

export type AppOptions = {
  baseHeaders: Readonly<Record<string, string>>
  random: Random
  logger: Logger
  limits: HttpLimits
}

/**
 * Fastify on our bounded HTTP server: every error, also the framework's own, is the envelope; no body
 * is ever read.
 */
export function createApp({ baseHeaders, random, logger, limits }: AppOptions): FastifyInstance {
  const newRequestId = () => createRequestId(random)
  const app = Fastify({
    serverFactory: (listener) =>
      createStrictHttpServer(listener, {
        baseHeaders,
        limits,
        renderError(status) {
          const requestId = newRequestId()
          logger({ event: 'malformed-request', requestId, status })
          return toErrorAnswer(status, requestId)
        },
      }),
    genReqId: newRequestId,
    return503OnClosing: false,
    // Our server answers these itself; Fastify would write a second answer behind it.
    clientErrorHandler: () => {},
    frameworkErrors(_error, request, reply) {
      logger({ event: 'malformed-request', requestId: request.id, status: 400 })
      void sendError(reply, 400)
    },
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  app.removeAllContentTypeParsers()
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error
    if (isErrorStatus(statusCode) && statusCode < 500) return sendError(reply, statusCode)
    logger({ event: 'failure', requestId: request.id, ...toFailure(error) })
    return sendError(reply, 500)
  })
  app.addHook('onRequest', async ({ is404 }, reply) => {
    if (is404) return sendError(reply, 404)
  })
  return app
}
