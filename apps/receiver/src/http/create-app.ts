import { METHODS } from 'node:http'
import type { BlockList } from 'node:net'
import { createStrictHttpServer, type HttpLimits } from '@partner-platform/http-edge'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import type { Logger } from '../log.ts'
import { nameOfError } from '../name-of-error.ts'

const refusal = { outcome: 'refused' }

export type AppOptions = {
  logger: Logger
  limits: HttpLimits
  /** Addresses that may open any number of connections. @default this machine */
  proxies?: BlockList | undefined
}

/**
 * Fastify on a strict HTTP server; what either answers by itself has one shape and repeats nothing
 * that was sent.
 */
export function createApp({ logger, limits, proxies }: AppOptions): FastifyInstance {
  const app = Fastify<RawServerDefault>({
    serverFactory: (listener) =>
      createStrictHttpServer(listener, {
        limits,
        proxies,
        renderError(status) {
          logger({ event: 'malformed-request', status })
          return renderedRefusal
        },
      }),
    return503OnClosing: false,
    // The HTTP server answers these itself; Fastify would write a second answer behind it.
    clientErrorHandler: () => {},
    frameworkErrors: (_error, _request, reply) => void refuse(reply, 400),
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  // The callback path reads its body itself, and nothing else has one.
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ is404 }: FastifyRequest, reply: FastifyReply) => {
    if (is404) return refuse(reply, 404)
  })
  app.setErrorHandler((error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode >= 500)
      logger({ event: 'failure', code: 'unexpected', error: nameOfError(error) })
    return refuse(reply, statusCode)
  })
  app.addHook('onResponse', async ({ method }: FastifyRequest, reply: FastifyReply) => {
    const durationMs = Math.round(reply.elapsedTime)
    logger({ event: 'answered', method, status: reply.statusCode, durationMs })
  })
  return app
}

const renderedRefusal = {
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(refusal)),
}

/** Answers with a status and its class only. */
export const refuse = (reply: FastifyReply, status: number) => reply.code(status).send(refusal)
