import { METHODS } from 'node:http'
import type { BlockList } from 'node:net'
import { isUnavailable } from '@partner-platform/database'
import {
  createStrictHttpServer,
  type HttpLimits,
  type ProtocolErrorStatus,
} from '@partner-platform/http-edge'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import { configOf } from '../contract/route-config.ts'
import { type Logger, toFailure } from '../log.ts'
import { drawInBulk, type Random } from '../random.ts'
import type { Hook } from './hook.ts'
import { createRequestId, requestIdName } from './request-id.ts'

/** An error as it goes out. */
export type ErrorAnswer = { status: number; headers: Record<string, string>; body: Buffer }

/** Statuses that an app answers with by itself, before and behind its handlers. */
export type AppErrorStatus = ProtocolErrorStatus | 404 | 500 | 503

export type AppOptions = {
  /** Headers of every response. @default none */
  baseHeaders?: Readonly<Record<string, string>>
  /** The one shape of every error of the app. */
  renderError: (status: AppErrorStatus, requestId: string) => ErrorAnswer
  random: Random
  logger: Logger
  limits: HttpLimits
  /** Addresses that may open any number of connections. @default this machine */
  proxies?: BlockList | undefined
}

/**
 * Fastify on our bounded HTTP server: every error, also the framework's own, has the app's one shape.
 * Fastify reads no body: the contract's layer does, where an operation takes one.
 */
export function createApp({
  baseHeaders = {},
  renderError,
  random,
  logger,
  limits,
  proxies,
}: AppOptions): FastifyInstance {
  const randomOfIds = drawInBulk(random)
  const newRequestId = () => createRequestId(randomOfIds)
  const render = (status: AppErrorStatus, requestId: string) => {
    const { headers, body } = renderError(status, requestId)
    return { headers: { ...headers, [requestIdName]: requestId }, body }
  }
  const refuse = (reply: FastifyReply, status: AppErrorStatus) => {
    const { headers, body } = render(status, reply.request.id)
    return reply
      .code(status)
      .headers({ ...baseHeaders, ...headers })
      .send(body)
  }
  const app = Fastify<RawServerDefault>({
    serverFactory: (listener) =>
      createStrictHttpServer(listener, {
        baseHeaders,
        limits,
        proxies,
        renderError(status) {
          const requestId = newRequestId()
          logger({ event: 'malformed-request', requestId, status })
          return render(status, requestId)
        },
      }),
    genReqId: newRequestId,
    // A path is as long as a URL may be: what is wrong with a part of it is for its operation to say.
    routerOptions: { maxParamLength: limits.urlCharacters },
    return503OnClosing: false,
    // Our server answers these itself; Fastify would write a second answer behind it.
    clientErrorHandler: () => {},
    frameworkErrors(_error, request, reply) {
      logger({ event: 'malformed-request', requestId: request.id, status: 400 })
      void refuse(reply as FastifyReply, 400)
    },
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  app.removeAllContentTypeParsers()
  app.setErrorHandler((error: unknown, { id: requestId }: FastifyRequest, reply: FastifyReply) => {
    // The HTTP server has answered already, as the body of the request broke off.
    if (isTooLate(error)) return void reply.hijack()
    if (isUnavailable(error)) {
      logger({ event: 'store-failure', ...toFailure(error) })
      return refuse(reply, 503)
    }
    logger({ event: 'failure', requestId, ...toFailure(error) })
    return refuse(reply, 500)
  })
  const begin: Hook = (request, reply, next) => {
    reply.headers(baseHeaders).header(requestIdName, request.id)
    if (request.is404) refuse(reply, 404)
    else next()
  }
  app.addHook('onRequest', begin)
  const logAnswer: Hook = (request, reply, next) => {
    logger({
      event: 'request',
      requestId: request.id,
      method: request.method,
      route: configOf(request).operation?.path ?? null,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 1_000) / 1_000,
    })
    next()
  }
  app.addHook('onResponse', logAnswer)
  return app
}

const isTooLate = (error: unknown) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_HTTP_HEADERS_SENT'
