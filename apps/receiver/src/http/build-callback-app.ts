import type { BlockList } from 'node:net'
import type { HttpLimits } from '@partner-platform/http-edge'
import type { ReceiverOptions as WebhookOptions } from '@partner-platform/webhooks'
import { fastifyWebhook } from '@partner-platform/webhooks/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Inbox } from '../inbox/create-inbox.ts'
import { type Logger, nameOfError } from '../log.ts'
import { closeApp, createStrictApp } from './create-strict-app.ts'

export const defaultCallbackPath = '/webhooks'

/** Throws a `TypeError` if the path cannot be a callback path. */
export function assertCallbackPath(path: string): void {
  if (/^\/[A-Za-z0-9/_-]*$/.test(path)) return
  throw new TypeError(
    `The callback path is invalid. Start it with a slash, then use letters, digits, /, - and _.`,
  )
}

/** How deliveries are checked and answered. */
export type CheckOptions = Omit<
  WebhookOptions,
  'onEvent' | 'onQuarantine' | 'onError' | 'retryAfterSeconds'
>

type CallbackAppOptions = {
  path: string
  webhooks: CheckOptions
  inbox: Pick<Inbox, 'add' | 'quarantine'>
  logger: Logger
  limits: HttpLimits
  proxies: BlockList
}

/** The callback URL: checks each delivery, stores it in the inbox, and only then answers. */
export function buildCallbackApp(options: CallbackAppOptions) {
  const { path, webhooks, inbox, logger, limits } = options
  const app = createApp(options)
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
    /** Resolves with the URL; port 0 takes a free one. */
    listen: (address: { host: string; port: number }) => app.listen(address),
    close: () => closeApp(app, limits),
  }
}

const refusal = { outcome: 'refused' }

/** Answers errors with one body, which repeats nothing that was sent. */
function createApp({ logger, limits, proxies }: CallbackAppOptions): FastifyInstance {
  const app = createStrictApp({ logger, limits, proxies, malformedBody: refusal })
  // The webhook plugin reads the raw body itself, and only its route has a body.
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', async ({ is404 }: FastifyRequest, reply: FastifyReply) => {
    if (is404) return refuse(reply, 404)
  })
  app.setErrorHandler((error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode >= 500)
      logger({ event: 'failure', code: 'unexpected', error: nameOfError(error) })
    return refuse(reply, statusCode)
  })
  app.addHook('onResponse', async ({ method }: FastifyRequest, reply: FastifyReply) => {
    const durationMs = Math.round(reply.elapsedTime)
    logger({ event: 'answered', method, status: reply.statusCode, durationMs })
  })
  return app
}

const refuse = (reply: FastifyReply, status: number) => reply.code(status).send(refusal)
