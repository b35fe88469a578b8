import { constants } from '@partner-platform/types'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { limits } from './limits.ts'
import type { Logger } from './log.ts'

/** Fastify with bounds on time and size; what it answers by itself repeats nothing that was sent. */
export function createApp(logger: Logger): FastifyInstance {
  const app = Fastify({
    bodyLimit: constants.bodyLimitBytes,
    connectionTimeout: limits.silenceTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => void refuse(reply, 400),
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
    },
  })
  app.server.maxConnections = limits.connections
  app.setNotFoundHandler({}, (_request, reply) => refuse(reply, 404))
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode >= 500) logger({ event: 'failure', code: 'unexpected', error: kindOf(error) })
    return refuse(reply, statusCode)
  })
  app.addHook('onResponse', async ({ method }, reply) => {
    const durationMs = Math.round(reply.elapsedTime)
    logger({ event: 'answered', method, status: reply.statusCode, durationMs })
  })
  return app
}

/** Answers with a status and its class only. */
export const refuse = (reply: FastifyReply, status: number) =>
  reply.code(status).send({ outcome: 'refused' })

/** The class of an error; its message may quote what was sent. */
export const kindOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
