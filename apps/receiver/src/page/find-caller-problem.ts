import { isLoopbackHost } from '@partner-platform/http-edge'
import type { FastifyRequest } from 'fastify'
import type { PageErrorCode } from './errors.ts'

/**
 * Why a caller is refused, or `null`. Another site is told by what a browser says of each request and
 * no script can change; what says nothing of it is no browser, and already on this machine.
 */
export function findCallerProblem(
  request: FastifyRequest,
  { isPage }: { isPage: boolean },
): PageErrorCode | null {
  if (!isLoopbackHost(request.hostname)) return 'foreign-host'
  // A link from elsewhere may open the page; nothing else of it is for other sites.
  if (!isPage && isForeign(request)) return 'foreign-origin'
  return null
}

const ownSites = ['same-origin', 'none']

function isForeign({ headers }: FastifyRequest): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && !ownSites.includes(String(site))) return true
  // The scheme may be another behind a tunnel; what is compared is whose page asks.
  return (
    origin !== undefined && !['http', 'https'].some((scheme) => origin === `${scheme}://${host}`)
  )
}
