import type { FastifyRequest } from 'fastify'
import type { Operation } from './surface.ts'

/** What hooks find on a route: the operation it answers, or the methods that its path has instead. */
type RouteConfig = { operation?: Operation; allow?: readonly string[] }

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
}

/** What the contract knows about the route of a request; nothing for an unknown path. */
export const configOf = (request: FastifyRequest): RouteConfig => request.routeOptions.config

/** A path template as the router takes it, and the names of its parameters `p0`, `p1`, …, in order. */
export function toFastifyPath(path: string): { url: string; names: string[] } {
  const names: string[] = []
  // Names of the document may hold what the router reads as its own syntax.
  const url = path.replaceAll(':', '::').replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    names.push(name.replaceAll('::', ':'))
    return `:p${names.length - 1}`
  })
  return { url, names }
}
