import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { refuse } from './create-page-app.ts'

export type Route = {
  path: string
  method: 'GET' | 'POST'
  handler: RouteHandlerMethod
  /** Whether other sites may link to it. @default false */
  isPage?: boolean
  /** Whether the answer ends, so that its head can be asked for. @default true */
  hasEnd?: boolean
}

/** Answers one method at a path, and every other one with 405. */
export function addRoute(app: FastifyInstance, route: Route): void {
  const { path, method, handler, isPage = false, hasEnd = true } = route
  const answered: string[] = method === 'GET' && hasEnd ? ['GET', 'HEAD'] : [method]
  app.route({ url: path, method: answered, handler, config: { isPage }, exposeHeadRoute: false })
  app.route({
    url: path,
    // The HTTP server answers CONNECT itself.
    method: METHODS.filter((other) => !answered.includes(other) && other !== 'CONNECT'),
    exposeHeadRoute: false,
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) =>
      refuse(reply.header('allow', answered.join(', ')), 'wrong-method'),
    handler: () => {},
  })
}
