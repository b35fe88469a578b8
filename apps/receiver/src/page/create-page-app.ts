import { METHODS } from 'node:http'
import { isUnavailable } from '@partner-platform/database'
import { type HttpLimits, isLoopbackHost } from '@partner-platform/http-edge'
import { webhookErrors } from '@partner-platform/webhooks'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { createStrictApp } from '../http/create-strict-app.ts'
import type { Acceptance } from '../inbox/inbox-view.ts'
import { type Logger, nameOfError } from '../log.ts'

const policy = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'connect-src', 'img-src'].map((name) => `${name} 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((name) => `${name} 'none'`),
  // No Trusted Types policy exists, so no text can become markup.
  ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
]

// The page shows personal data written by strangers, so nothing in it may run, be framed, be cached or reach
// another site.
export const securityHeaders = {
  'content-security-policy': policy.join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether other sites may link to this route. */
    isPage?: boolean
  }
}

/** Fastify on a strict HTTP server that refuses other hosts, and pages of other sites. */
export function createPageApp(options: { logger: Logger; limits: HttpLimits }): FastifyInstance {
  const { logger } = options
  const app = createStrictApp({
    ...options,
    baseHeaders: securityHeaders,
    malformedBody: renderPageError('malformed-request'),
  })
  // Forms of other sites can send text, but not JSON.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(securityHeaders)
    if (!isLoopbackHost(request.hostname)) return refuse(reply, 'foreign-host')
    // Another site may link to the page, but use nothing else.
    const { isPage = false } = request.routeOptions.config
    if (!isPage && isForeign(request)) return refuse(reply, 'foreign-origin')
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

/** Answers with an error from the table. */
export const refuse = (reply: FastifyReply, code: PageErrorCode) =>
  reply.code(pageErrors[code].status).send(renderPageError(code))

type RouteOptions = {
  /** Whether other sites may link to this route. @default false */
  isPage?: boolean
  /** Whether the answer ends, so that HEAD works. @default true */
  hasEnd?: boolean
}

/** Serves one method at a path, and answers other methods with 405. */
export function addRoute(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  url: string,
  handler: RouteHandlerMethod,
  { isPage = false, hasEnd = true }: RouteOptions = {},
): void {
  const allowed: string[] = method === 'GET' && hasEnd ? ['GET', 'HEAD'] : [method]
  app.route({
    url,
    handler,
    config: { isPage },
    exposeHeadRoute: false,
    // The HTTP server answers CONNECT itself.
    method: METHODS.filter((other) => other !== 'CONNECT'),
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      if (allowed.includes(request.method)) return
      return refuse(reply.header('allow', allowed.join(', ')), 'wrong-method')
    },
  })
}

/** Whether a page of another site sent the request. Browsers say so in headers that no script can change. */
function isForeign({ headers }: FastifyRequest): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && !['same-origin', 'none'].includes(String(site))) return true
  // Behind a tunnel the scheme may differ, so only the host is compared.
  return origin !== undefined && ![`http://${host}`, `https://${host}`].includes(origin)
}

type RemainingCause = Extract<Acceptance, { outcome: 'refused' }>

/** Every answer of the inbox page that is an error. */
export const pageErrors = {
  'malformed-request': { status: 400, message: 'The request is malformed.' },
  'malformed-query': {
    status: 400,
    message:
      'The query is malformed. Use state, search, before and limit, each at most once and within its limits.',
  },
  'malformed-body': {
    status: 400,
    message: 'The body is malformed. Send {} or {"allowOld": true}.',
  },
  'foreign-origin': {
    status: 403,
    message: 'The request comes from another site. Open the inbox itself.',
  },
  'not-found': { status: 404, message: 'There is nothing at this address, or it was deleted.' },
  'wrong-method': {
    status: 405,
    message: 'This method is not allowed. The Allow header lists the methods.',
  },
  'not-replayable': {
    status: 409,
    message: 'Only an event in state handled or failed can be replayed. Check its state.',
  },
  'not-quarantined': {
    status: 409,
    message: 'Only a delivery in quarantine can be accepted. Check its state.',
  },
  'not-verified': {
    status: 409,
    message:
      'The signature of this delivery was not verified, so it can never be accepted. Ask the service to send it again.',
  },
  'too-old': {
    status: 409,
    message:
      'The timestamp is too old, so this may be a replay by a third party. Ask the service, then send {"allowOld": true} to accept it anyway.',
  },
  'wrong-content-type': { status: 415, message: 'The content type must be application/json.' },
  'foreign-host': {
    status: 421,
    message: 'The Host header does not name this machine. Open the inbox at localhost.',
  },
  'cause-remains': { status: 422, message: 'The delivery stays in quarantine: the cause remains.' },
  unexpected: { status: 500, message: 'The inbox failed. See its log.' },
  'inbox-unavailable': {
    status: 503,
    message: 'The store of the inbox is unavailable. Try again later.',
  },
  'too-many-viewers': { status: 503, message: 'Too many pages are watching the inbox. Close one.' },
} as const satisfies Record<string, { status: number; message: string }>

type PageErrorCode = keyof typeof pageErrors

/** The body of an error. */
const renderPageError = (code: PageErrorCode) => ({ code, message: pageErrors[code].message })

/** Why an entry still cannot be accepted, as a code of `webhookErrors` and in words. */
export const renderRemainingCause = ({ code, issues }: RemainingCause) => ({
  code: 'cause-remains' satisfies PageErrorCode,
  message: `${pageErrors['cause-remains'].message} ${webhookErrors[code].means}`,
  reason: code,
  issues,
})
