import type { FastifyRequest } from 'fastify'
import type { Operation } from './surface.ts'

/** The operation of a route, or the methods that its path allows instead. */
type RouteConfig = { operation?: Operation; allow?: readonly string[] }

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
}

/** The config of the matched route; empty for an unknown path. */
export const configOf = (request: FastifyRequest): RouteConfig => request.routeOptions.config

/** A path template in the router's syntax. The parameters are `p0`, `p1`, …, in the order of `names`. */
export function toFastifyPath(path: string): { url: string; names: string[] } {
  const names: string[] = []
  // The document's names may contain characters that are router syntax.
  const url = path.replaceAll(':', '::').replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    names.push(name.replaceAll('::', ':'))
    return `:p${names.length - 1}`
  })
  return { url, names }
}
