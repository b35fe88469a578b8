import { assertLoopback, type HttpLimits, httpLimits } from '@partner-platform/http-edge'
import type { InboxView } from '../inbox/inbox-view.ts'
import { type Logger, silentLogger } from '../log.ts'
import { addEntryRoutes } from './add-entry-routes.ts'
import { addRoute } from './add-route.ts'
import { createLiveFeed } from './create-live-feed.ts'
import { createPageApp, refuse } from './create-page-app.ts'
import { readStaticFiles } from './static-files.ts'

/** What the pages that are open may cost, beside what a connection may. */
const pageLimits = {
  ...httpLimits,
  /** Most pages that are told of changes at once. */
  viewers: 50,
  /** How often a page hears that its line stands; less than `silenceTimeoutMs`. */
  heartbeatMs: 10_000,
}

export type PageLimits = HttpLimits & { readonly viewers: number; readonly heartbeatMs: number }

export type InboxPageOptions = {
  /** Whose webhooks are shown. */
  environment: string
  /** @default silent */
  logger?: Logger
  /** Bounds that differ from the defaults. */
  limits?: Partial<PageLimits>
}

export type InboxPage = {
  /**
   * Starts to answer. Resolves with the URL; port 0 takes a free one. Rejects with a `TypeError` for
   * a host that is not of this machine.
   */
  listen(address: { host: string; port: number }): Promise<string>
  /** Stops: pages that are open are let go, connections that do not end are cut after the grace time. */
  close(): Promise<void>
}

/**
 * The inbox as a web page, for people at this machine: a live list, each entry with its reason, and
 * replay. There is no log-in, so it listens on loopback only and refuses what another site asks.
 */
export function createInboxPage(view: InboxView, options: InboxPageOptions): InboxPage {
  const { environment, logger = silentLogger } = options
  const limits = { ...pageLimits, ...options.limits }
  const app = createPageApp({ logger, limits })
  const feed = createLiveFeed(view, limits)
  for (const { path, type, bytes } of readStaticFiles()) {
    const isPage = path === '/'
    addRoute(app, {
      path,
      method: 'GET',
      isPage,
      handler: (_, reply) => reply.type(type).send(bytes),
    })
  }
  addEntryRoutes(app, { view, environment })
  addRoute(app, {
    path: '/api/changes',
    method: 'GET',
    hasEnd: false,
    handler(_, reply) {
      if (!feed.add(reply.raw)) return refuse(reply, 'too-many-viewers')
      return reply.hijack()
    },
  })
  app.addHook('preClose', async () => feed.close())
  return {
    async listen(address) {
      assertLoopback(address.host, 'inbox page')
      return app.listen(address)
    },
    async close() {
      const cut = setTimeout(() => app.server.closeAllConnections(), limits.closeGraceMs)
      await app.close().finally(() => clearTimeout(cut))
    },
  }
}
