import type { BlockList } from 'node:net'
import type { HttpLimits } from '@partner-platform/http-edge'
import type { ReceiverOptions as WebhookOptions } from '@partner-platform/webhooks'
import { fastifyWebhook } from '@partner-platform/webhooks/fastify'
import type { Inbox } from '../inbox/inbox.ts'
import type { Logger } from '../log.ts'
import { nameOfError } from '../name-of-error.ts'
import { createApp } from './create-app.ts'

type Checked = Omit<WebhookOptions, 'onEvent' | 'onQuarantine' | 'onError' | 'retryAfterSeconds'>

export type CallbackAppOptions = {
  /** Path of the callback URL. */
  path: string
  /** How deliveries are checked and answered. */
  webhooks: Checked
  inbox: Pick<Inbox, 'add' | 'quarantine'>
  logger: Logger
  limits: HttpLimits
  /** Addresses that may open any number of connections. @default this machine */
  proxies?: BlockList
}

export type CallbackApp = {
  /** Starts to answer. Resolves with the URL; port 0 takes a free one. */
  listen(address: { host: string; port: number }): Promise<string>
  /** Stops: deliveries in flight finish, connections that do not are cut after the grace time. */
  close(): Promise<void>
}

/** What the service calls: each delivery is checked, kept in the inbox, and only then answered. */
export function buildCallbackApp(options: CallbackAppOptions): CallbackApp {
  const { path, webhooks, inbox, logger, limits, proxies } = options
  const app = createApp({ logger, limits, proxies })
  app.register(fastifyWebhook, {
    ...(webhooks as WebhookOptions),
    path,
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
    onError: (error, code) => logger({ event: 'failure', code, error: nameOfError(error) }),
  })
  return {
    listen: (address) => app.listen(address),
    async close() {
      const cut = setTimeout(() => app.server.closeAllConnections(), limits.closeGraceMs)
      await app.close().finally(() => clearTimeout(cut))
    },
  }
}
