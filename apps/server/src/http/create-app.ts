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
import { addResponseCheck, type UndeclaredResponseError } from '../contract/check-response.ts'
import { configOf } from '../contract/fastify-route.ts'
import { type RenderError, sendError } from '../contract/refusal.ts'
import type { Surface } from '../contract/surface.ts'
import { type Logger, toFailure } from '../log.ts'
import { drawInBulk, systemRandom } from '../random.ts'
import { createRequestId, requestIdName } from './request-id.ts'

/** The error statuses that an app sends without a handler. */
type AppErrorStatus = ProtocolErrorStatus | 404 | 500 | 503

/** The options that the apps of one server share. */
export type SharedOptions = {
  /** Compare every response with the document. An undeclared response becomes a 500. */
  checkResponses: boolean
  logger: Logger
  limits: HttpLimits
  /** Addresses that may open any number of connections. */
  proxies: BlockList
}

type AppOptions = SharedOptions & {
  /** Headers of every response. @default none */
  baseHeaders?: Readonly<Record<string, string>>
  /** Renders every error of the app. */
  renderError: RenderError<AppErrorStatus>
  surface: Pick<Surface, 'responseParsers'>
}

export type ListeningApp = {
  /** Starts to serve. Resolves with the URL; port 0 picks a free port. */
  listen(address: { host: string; port: number }): Promise<string>
  /**
   * Lets calls in flight finish, and cuts connections after the grace time. Rejects with an
   * `AggregateError` if the response check found anything, so that no test can overlook it.
   */
  close(): Promise<void>
}

/**
 * Fastify on our strict HTTP server. Every error, even the framework's own, has the format of the app.
 * The contract layer, not Fastify, reads bodies.
 */
export function createApp(options: AppOptions): { app: FastifyInstance; listening: ListeningApp } {
  const { baseHeaders, logger, limits } = options
  const render = (status: AppErrorStatus, requestId: string) => {
    const { headers, body } = options.renderError(status, requestId)
    return { status, headers: { ...baseHeaders, ...headers, [requestIdName]: requestId }, body }
  }
  const refuse = (reply: FastifyReply, status: AppErrorStatus) =>
    sendError(reply, render(status, reply.request.id))
  const app = createFastify(options, { render, refuse })
  app.setErrorHandler((error: unknown, { id: requestId }: FastifyRequest, reply: FastifyReply) => {
    // The HTTP server has answered already, because the request body was cut short.
    if (isTooLate(error)) return void reply.hijack()
    if (isUnavailable(error)) {
      logger({ event: 'store-failure', ...toFailure(error) })
      return refuse(reply, 503)
    }
    logger({ event: 'failure', requestId, ...toFailure(error) })
    return refuse(reply, 500)
  })
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...baseHeaders, [requestIdName]: request.id })
  })
  // After the checks of the app for every call, such as that of its host, and before a body is read.
  app.addHook('preParsing', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.is404) return refuse(reply, 404)
  })
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) =>
    logger({
      event: 'request',
      requestId: request.id,
      method: request.method,
      route: configOf(request).operation?.path ?? null,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 1_000) / 1_000,
    }),
  )
  const undeclared: UndeclaredResponseError[] = []
  if (options.checkResponses) {
    const onUndeclared = (error: UndeclaredResponseError, requestId: string) => {
      undeclared.push(error)
      logger({ event: 'undeclared-response', requestId, ...error.place })
    }
    const { responseParsers } = options.surface
    addResponseCheck(app, { responseParsers, onUndeclared, renderError: render })
  }
  const listening: ListeningApp = {
    listen: (address) => app.listen(address),
    async close() {
      const cut = setTimeout(() => app.server.closeAllConnections(), limits.closeGraceMs)
      await app.close().finally(() => clearTimeout(cut))
      if (undeclared.length > 0) throw new AggregateError(undeclared, undeclared[0]?.message)
    },
  }
  return { app, listening }
}

type Refusing = {
  render: RenderError<AppErrorStatus>
  refuse: (reply: FastifyReply, status: AppErrorStatus) => FastifyReply
}

function createFastify({ logger, limits, proxies }: AppOptions, { render, refuse }: Refusing) {
  const randomOfIds = drawInBulk(systemRandom)
  const newRequestId = () => createRequestId(randomOfIds)
  const app = Fastify<RawServerDefault>({
    serverFactory: (listener) =>
      createStrictHttpServer(listener, {
        limits,
        proxies,
        renderError(status) {
          const requestId = newRequestId()
          logger({ event: 'malformed-request', requestId, status })
          return render(status, requestId)
        },
      }),
    genReqId: newRequestId,
    // Allow path segments as long as a URL: the operation reports what is wrong with them.
    routerOptions: { maxParamLength: limits.urlCharacters },
    return503OnClosing: false,
    // Our server answers these itself; Fastify would send a second answer.
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
  return app
}

const isTooLate = (error: unknown) =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_HTTP_HEADERS_SENT'
