import { METHODS } from 'node:http'
import type { BlockList } from 'node:net'
import { createStrictHttpServer, type HttpLimits } from '@partner-platform/http-edge'
import Fastify, { type FastifyInstance, type FastifyReply, type RawServerDefault } from 'fastify'
import type { Logger } from '../log.ts'

type StrictAppOptions = {
  logger: Logger
  limits: HttpLimits
  /** Addresses that may open any number of connections. @default this machine */
  proxies?: BlockList | undefined
  /** Headers of the answers to malformed requests. @default none */
  baseHeaders?: Readonly<Record<string, string>>
  /** JSON body of the answers to malformed requests. */
  malformedBody: unknown
}

/** Fastify on a strict HTTP server. Every HTTP method reaches its routes. */
export function createStrictApp(options: StrictAppOptions): FastifyInstance {
  const { logger, limits, proxies, baseHeaders = {}, malformedBody } = options
  const rendered = {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(malformedBody)),
  }
  const app = Fastify<RawServerDefault>({
    serverFactory: (listener) =>
      createStrictHttpServer(listener, {
        limits,
        proxies,
        baseHeaders,
        renderError(status) {
          logger({ event: 'malformed-request', status })
          return rendered
        },
      }),
    return503OnClosing: false,
    // The HTTP server already answers these; Fastify would send a second answer.
    clientErrorHandler: () => {},
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void reply.code(400).headers(baseHeaders).send(malformedBody),
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return app
}

/** Stops an app: requests in flight finish; connections still open after the grace time are cut. */
export async function closeApp(
  app: FastifyInstance,
  { closeGraceMs }: Pick<HttpLimits, 'closeGraceMs'>,
): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), closeGraceMs)
  await app.close().finally(() => clearTimeout(cut))
}
