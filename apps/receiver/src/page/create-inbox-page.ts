import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { assertLoopback, httpLimits } from '@partner-platform/http-edge'
import type { RouteHandlerMethod } from 'fastify'
import { closeApp } from '../http/create-strict-app.ts'
import type { InboxView } from '../inbox/inbox-view.ts'
import { type Logger, silentLogger } from '../log.ts'
import { addEntryRoutes } from './add-entry-routes.ts'
import { addRoute, createPageApp, refuse, securityHeaders } from './create-page-app.ts'

/** Limits of open pages, in addition to those of connections. */
const pageLimits = {
  ...httpLimits,
  /** Maximum pages that watch for changes at once. */
  viewers: 50,
  /** How often an idle event stream is kept alive; less than `silenceTimeoutMs`. */
  heartbeatMs: 10_000,
}

type PageLimits = { readonly [Name in keyof typeof pageLimits]: number }

export type InboxPageOptions = {
  /** Whose webhooks are shown. */
  environment: string
  /** Where the service sends them. */
  callbackUrl: string
  /** @default silent */
  logger?: Logger
  /** Limits that differ from the defaults. */
  limits?: Partial<PageLimits>
}

export type InboxPage = ReturnType<typeof createInboxPage>

/** The inbox as a web page. There is no login, so it is on loopback only and refuses other sites. */
export function createInboxPage(view: InboxView, options: InboxPageOptions) {
  const { environment, callbackUrl, logger = silentLogger } = options
  const limits = { ...pageLimits, ...options.limits }
  const app = createPageApp({ logger, limits })
  const feed = createLiveFeed(view, limits)
  for (const { path, type, bytes } of readStaticFiles()) {
    const isPage = path === '/'
    addRoute(app, 'GET', path, (_, reply) => reply.type(type).send(bytes), { isPage })
  }
  addEntryRoutes(app, { view, environment, callbackUrl })
  const watch: RouteHandlerMethod = (_, reply) =>
    feed.add(reply.raw) ? reply.hijack() : refuse(reply, 'too-many-viewers')
  addRoute(app, 'GET', '/api/changes', watch, { hasEnd: false })
  app.addHook('preClose', async () => feed.close())
  return {
    /** Gives the URL; port 0 takes a free port. Rejects with a `TypeError` unless the host is loopback. */
    async listen(address: { host: string; port: number }): Promise<string> {
      assertLoopback(address.host, 'inbox page')
      return app.listen(address)
    },
    /** Stops: ends event streams, and cuts connections that are still open after the grace time. */
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

const headers = { ...securityHeaders, 'content-type': 'text/event-stream', connection: 'close' }
const change = 'data: change\n\n'
const heartbeat = ':\n\n'
/** When a page reconnects after its stream broke, in milliseconds. */
const reconnectAfter = 'retry: 1000\n\n'

/**
 * Notifies pages of changes with server-sent events; pages then fetch the changes. All messages are equal, so
 * a slow page can skip some and miss nothing.
 */
function createLiveFeed(view: Pick<InboxView, 'watch'>, { viewers, heartbeatMs }: PageLimits) {
  const streams = new Set<ServerResponse>()
  let isClosed = false
  const send = (message: string) => {
    for (const stream of streams) if (!stream.writableNeedDrain) stream.write(message)
  }
  let stop = () => {}
  const start = () => {
    const unwatch = view.watch(() => send(change))
    const timer = setInterval(() => send(heartbeat), heartbeatMs)
    stop = () => {
      clearInterval(timer)
      unwatch()
    }
  }
  return {
    /** Notifies a page of changes until either side closes. False if no more pages can watch. */
    add(stream: ServerResponse): boolean {
      if (isClosed || streams.size >= viewers) return false
      if (streams.size === 0) start()
      streams.add(stream)
      stream.on('error', () => stream.destroy())
      // A half-closed connection means that the page is gone.
      stream.socket?.once('end', () => stream.destroy())
      stream.once('close', () => {
        if (streams.delete(stream) && streams.size === 0) stop()
      })
      stream.writeHead(200, headers)
      stream.write(reconnectAfter)
      return true
    },
    /** Ends every stream. Pages reconnect by themselves. */
    close(): void {
      isClosed = true
      for (const stream of streams) stream.end()
    },
  }
}
