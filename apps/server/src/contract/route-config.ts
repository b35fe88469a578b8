import type { FastifyRequest } from 'fastify'
import type { Operation } from './operation.ts'

/** What hooks find on a route: the operation it answers, or the methods that its path has instead. */
type RouteConfig = { operation?: Operation; allow?: readonly string[] }

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
}

/** What the contract knows about the route of a request; nothing for an unknown path. */
export const configOf = (request: FastifyRequest): RouteConfig => request.routeOptions.config
