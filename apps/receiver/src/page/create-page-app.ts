import { METHODS } from 'node:http'
import { isUnavailable } from '@partner-platform/database'
import { createStrictHttpServer, type HttpLimits } from '@partner-platform/http-edge'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import type { Logger } from '../log.ts'
import { nameOfError } from '../name-of-error.ts'
import { type PageErrorCode, pageErrors, renderPageError } from './errors.ts'
import { findCallerProblem } from './find-caller-problem.ts'
import { securityHeaders } from './security-headers.ts'

export type PageAppOptions = { logger: Logger; limits: HttpLimits }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether other sites may link to it. */
    isPage?: boolean
  }
}

/**
 * Fastify on a strict HTTP server, for callers on this machine that are no page of another site.
 * Every answer has the security headers, and what is wrong has one shape.
 */
export function createPageApp({ logger, limits }: PageAppOptions): FastifyInstance {
  const app = Fastify<RawServerDefault>({
    serverFactory: (listener) =>
      createStrictHttpServer(listener, {
        limits,
        baseHeaders: securityHeaders,
        renderError(status) {
          logger({ event: 'malformed-request', status })
          return renderedMalformed
        },
      }),
    return503OnClosing: false,
    // The HTTP server answers these itself; Fastify would write a second answer behind it.
    clientErrorHandler: () => {},
    frameworkErrors: (_error, _request, reply) =>
      void refuse(reply.headers(securityHeaders), 'malformed-request'),
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  // Forms of other sites can send text, but no JSON.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(securityHeaders)
    const { isPage = false } = request.routeOptions.config
    const problem = findCallerProblem(request, { isPage })
    if (problem) return refuse(reply, problem)
  })
  app.setNotFoundHandler((_request: FastifyRequest, reply: FastifyReply) =>
    refuse(reply, 'not-found'),
  )
  app.setErrorHandler((error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode === 415) return refuse(reply, 'wrong-content-type')
    if (statusCode < 500) return refuse(reply, 'malformed-request')
    const code = isUnavailable(error) ? 'inbox-unavailable' : 'unexpected'
    logger({ event: 'failure', code, error: nameOfError(error) })
    return refuse(reply, code)
  })
  return app
}

const renderedMalformed = {
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(renderPageError('malformed-request'))),
}

/** Answers with an error of the table. */
export const refuse = (reply: FastifyReply, code: PageErrorCode) =>
  reply.code(pageErrors[code].status).send(renderPageError(code))
