import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { assertLoopback, type HttpLimits, httpLimits } from '@partner-platform/http-edge'
import { closeApp } from '../http/create-strict-app.ts'
import type { InboxView } from '../inbox/inbox-view.ts'
import { type Logger, silentLogger } from '../log.ts'
import { addEntryRoutes } from './add-entry-routes.ts'
import { createLiveFeed } from './create-live-feed.ts'
import { addRoute, createPageApp, refuse } from './create-page-app.ts'

/** What the pages that are open may cost, beside what a connection may. */
const pageLimits = {
  ...httpLimits,
  /** Most pages that are told of changes at once. */
  viewers: 50,
  /** How often a page hears that its line stands; less than `silenceTimeoutMs`. */
  heartbeatMs: 10_000,
}

type PageLimits = HttpLimits & { readonly viewers: number; readonly heartbeatMs: number }

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

type StaticFile = { path: string; type: string; bytes: Buffer }

/** The files of the page as they are, by the path that each is served at; the document is the root. */
export const readStaticFiles = (): StaticFile[] =>
  readdirSync(folder).map((name) => {
    const type = types[extname(name)]
    if (type === undefined) throw new TypeError(`${name} cannot be served: its type is unknown.`)
    const path = name === 'index.html' ? '/' : `/${name}`
    return { path, type, bytes: readFileSync(join(folder, name)) }
  })
