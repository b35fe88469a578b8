import type { Database } from '@partner-platform/database'
import { createProxyList, type HttpLimits, httpLimits } from '@partner-platform/http-edge'
import type { Environment } from '@partner-platform/types'
import { assertSecrets, type ReceiverOptions as WebhookOptions } from '@partner-platform/webhooks'
import { assertHandling, type EventHandler, type HandlingOptions } from './handle/event-handler.ts'
import { type Handling, startHandling } from './handle/start-handling.ts'
import {
  assertCallbackPath,
  buildCallbackApp,
  type CheckOptions,
  defaultCallbackPath,
} from './http/build-callback-app.ts'
import type { InboxBounds } from './inbox/arriving.ts'
import { createInbox } from './inbox/create-inbox.ts'
import type { InboxView } from './inbox/inbox-view.ts'
import { type Logger, nameOfError, silentLogger } from './log.ts'
import { createInboxPage, type InboxPage } from './page/create-inbox-page.ts'

type PickFromEach<Options, Name extends keyof Options> = Options extends unknown
  ? Pick<Options, Name>
  : never

/** The first five are those of `createWebhookReceiver`: `secrets`, `verification` and so on. */
export type ReceiverOptions = PickFromEach<
  WebhookOptions,
  'secrets' | 'verification' | 'policy' | 'now' | 'aliases'
> & {
  /** An open store, as `openStore` gives it. The receiver does not close it. */
  database: Database
  /** Handles each event after the answer, at least once. @default only a log line */
  handle?: EventHandler
  /** How many events are handled at once, for how long and how often. */
  handling?: HandlingOptions
  /** @default 'development' */
  environment?: Environment
  /** Path of the callback URL. @default '/webhooks' */
  path?: string
  /** @default silent */
  logger?: Logger
  /** Addresses and ranges of proxies in front. They may open any number of connections. @default none */
  proxies?: readonly string[]
  /** Bounds of the HTTP servers that differ from the defaults. */
  limits?: Partial<HttpLimits>
  /** Bounds of the inbox that differ from the defaults. */
  bounds?: Partial<InboxBounds>
}

export type PartnerReceiver = {
  /** Every arrival and its current state. */
  view: InboxView
  /** Starts to answer and to handle. Port 0 takes a free one; without `inboxPort` there is no inbox page. */
  listen(address: {
    host: string
    port: number
    inboxPort?: number
  }): Promise<{ url: string; inboxUrl: string | null }>
  /** Lets deliveries and handlers finish within the grace time, and leaves the rest to the next process. */
  close(): Promise<void>
}

const loopback = '127.0.0.1'

/**
 * The reference partner on an open store, ready to listen: verify, store, answer, then handle. Rejects with a
 * `TypeError` for unusable options, and with a `StartError` for a store of another environment.
 */
export async function buildReceiver(options: ReceiverOptions): Promise<PartnerReceiver> {
  const { database, environment = 'development', path = defaultCallbackPath } = options
  const { handle = () => {}, logger = silentLogger, policy = 'reject', now = Date.now } = options
  const { aliases = {}, secrets, verification } = options
  assertCallbackPath(path)
  assertHandling(options.handling)
  // The plugin checks them too, but only when listen() loads it.
  if (verification !== 'off' && typeof secrets !== 'function') assertSecrets(secrets)
  const limits = { ...httpLimits, ...options.limits }
  const proxies = createProxyList(options.proxies)
  const inbox = await createInbox(database, {
    environment,
    aliases,
    now,
    bounds: options.bounds ?? {},
    onError: (error) => logger({ event: 'failure', code: 'inbox', error: nameOfError(error) }),
  })
  const app = buildCallbackApp({
    path,
    inbox,
    logger,
    limits,
    proxies,
    webhooks: { secrets, verification, policy, now, aliases } as CheckOptions,
  })
  let page: InboxPage | undefined
  let handling: Handling | undefined
  return {
    view: inbox.view,
    async listen({ host, port, inboxPort }) {
      const url = await app.listen({ host, port })
      let inboxUrl: string | null = null
      if (inboxPort !== undefined) {
        const callbackUrl = `${url}${path}`
        page = createInboxPage(inbox.view, { environment, callbackUrl, logger, limits })
        inboxUrl = `${await page.listen({ host: loopback, port: inboxPort })}/`
      }
      handling = await startHandling(database, { ...options.handling, handle, logger })
      return { url, inboxUrl }
    },
    async close() {
      const ended = await Promise.allSettled([
        app.close(),
        page?.close(),
        handling?.stop(limits.closeGraceMs),
      ])
      await inbox.close()
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    },
  }
}
