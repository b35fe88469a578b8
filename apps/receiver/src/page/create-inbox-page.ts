import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { assertLoopback, type HttpLimits, httpLimits } from '@partner-platform/http-edge'
import type { RouteHandlerMethod } from 'fastify'
import { closeApp } from '../http/create-strict-app.ts'
import type { InboxView } from '../inbox/inbox-view.ts'
import { type Logger, silentLogger } from '../log.ts'
import { addEntryRoutes } from './add-entry-routes.ts'
import { createLiveFeed, type LiveFeedOptions } from './create-live-feed.ts'
import { addRoute, createPageApp, refuse } from './create-page-app.ts'

/** Limits of open pages, in addition to those of connections. */
const pageLimits = {
  ...httpLimits,
  /** Maximum pages that watch for changes at once. */
  viewers: 50,
  /** How often an idle event stream is kept alive; less than `silenceTimeoutMs`. */
  heartbeatMs: 10_000,
}

export type InboxPageOptions = {
  /** Whose webhooks are shown. */
  environment: string
  /** @default silent */
  logger?: Logger
  /** Limits that differ from the defaults. */
  limits?: Partial<HttpLimits & LiveFeedOptions>
}

export type InboxPage = {
  /** Resolves with the URL; port 0 takes a free one. Rejects with a `TypeError` unless the host is loopback. */
  listen(address: { host: string; port: number }): Promise<string>
  /** Stops: ends event streams, and cuts connections that are still open after the grace time. */
  close(): Promise<void>
}

/** The inbox as a web page. There is no login, so it is on loopback only and refuses other sites. */
export function createInboxPage(view: InboxView, options: InboxPageOptions): InboxPage {
  const { environment, logger = silentLogger } = options
  const limits = { ...pageLimits, ...options.limits }
  const app = createPageApp({ logger, limits })
  const feed = createLiveFeed(view, limits)
  for (const { path, type, bytes } of readStaticFiles()) {
    const isPage = path === '/'
    addRoute(app, 'GET', path, (_, reply) => reply.type(type).send(bytes), { isPage })
  }
  addEntryRoutes(app, { view, environment })
  const watch: RouteHandlerMethod = (_, reply) =>
    feed.add(reply.raw) ? reply.hijack() : refuse(reply, 'too-many-viewers')
  addRoute(app, 'GET', '/api/changes', watch, { hasEnd: false })
  app.addHook('preClose', async () => feed.close())
  return {
    async listen(address) {
      assertLoopback(address.host, 'inbox page')
      return app.listen(address)
    },
    close: () => closeApp(app, limits),
  }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const folder = join(import.meta.dirname, 'static')

/** The files of the page with the path of each. `index.html` is served at `/`. */
export const readStaticFiles = () =>
  readdirSync(folder).map((name) => {
    const type = types[extname(name)]
    if (type === undefined) throw new TypeError(`${name} has no known content type.`)
    const path = name === 'index.html' ? '/' : `/${name}`
    return { path, type, bytes: readFileSync(join(folder, name)) }
  })
