import { type Environment, type HttpLimits, httpLimits } from '@partner-platform/settings'
import type { SecretsSource, ReceiverOptions as WebhookOptions } from '@partner-platform/webhooks'
import { assertSecrets } from '@partner-platform/webhooks'
import { fastifyWebhook } from '@partner-platform/webhooks/fastify'
import { addInboxPage } from './add-inbox-page.ts'
import { assertCallbackPath, defaultCallbackPath } from './callback-path.ts'
import { createApp, kindOf } from './create-app.ts'
import { createMemoryInbox } from './create-memory-inbox.ts'
import type { Inbox } from './inbox.ts'
import { type Logger, silentLogger } from './log.ts'

type Trust =
  | {
      /** Every secret that may have signed, in its text form; a function is asked on each delivery. */
      secrets: SecretsSource
      verification?: undefined
    }
  | {
      secrets?: undefined
      /** Accept anything from anyone: only for an integration without signatures. */
      verification: 'off'
    }

export type ReceiverOptions = Trust & {
  /** @default 'development' */
  environment?: Environment
  /** Path of the callback URL. @default '/webhooks' */
  path?: string
  /** @default in memory and bounded */
  inbox?: Inbox
  /** What a failed verification is answered with: 401, or 202. @default 'reject' */
  policy?: 'reject' | 'quarantine'
  /** Unix time in milliseconds. @default Date.now */
  now?: () => number
  /** @default silent */
  logger?: Logger
  /** Bounds of the HTTP server that differ from the defaults. */
  limits?: Partial<HttpLimits>
}

export type PartnerReceiver = {
  inbox: Inbox
  /** Starts to answer. Resolves with the URL; port 0 takes a free one. */
  listen(address: { host: string; port: number }): Promise<string>
  /** Stops: deliveries in flight finish, connections that do not are cut after the grace time. */
  close(): Promise<void>
}

/**
 * The reference partner, ready to listen: verify, keep, answer. Throws a `TypeError` for options that
 * cannot work, such as no usable secret or a path that does not start with a slash.
 */
export function buildReceiver(options: ReceiverOptions): PartnerReceiver {
  const { environment = 'development', path = defaultCallbackPath, logger = silentLogger } = options
  assertCallbackPath(path)
  // The plugin checks them too, but only when listen() loads it.
  if (options.verification !== 'off' && typeof options.secrets !== 'function')
    assertSecrets(options.secrets)
  const inbox = options.inbox ?? createMemoryInbox({ environment })
  const limits = { ...httpLimits, ...options.limits }
  const app = createApp({ logger, limits })
  addInboxPage(app, inbox)
  app.register(fastifyWebhook, { path, ...toWebhookOptions(options, { inbox, logger }) })
  return {
    inbox,
    listen: (address) => app.listen(address),
    async close() {
      const cut = setTimeout(() => app.server.closeAllConnections(), limits.closeGraceMs)
      await app.close().finally(() => clearTimeout(cut))
    },
  }
}

function toWebhookOptions(
  options: ReceiverOptions,
  { inbox, logger }: { inbox: Inbox; logger: Logger },
): WebhookOptions {
  const { policy = 'reject', now = Date.now } = options
  const trust =
    options.verification === 'off'
      ? { verification: options.verification }
      : { secrets: options.secrets }
  return {
    ...trust,
    policy,
    now,
    async onEvent(event, delivery) {
      const outcome = await inbox.add(event, delivery)
      const { storageKey, notes } = delivery
      logger({ event: 'kept', outcome, storageKey, notes })
      return outcome
    },
    async onQuarantine(delivery) {
      await inbox.quarantine(delivery)
      const { code, storageKey, body } = delivery
      logger({ event: 'quarantined', code, storageKey, bodyBytes: body.length })
    },
    onError: (error, code) => logger({ event: 'failure', code, error: kindOf(error) }),
  }
}
