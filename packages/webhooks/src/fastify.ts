import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createWebhookReceiver } from './create-webhook-receiver.ts'
import { isAnswered, receiveNode } from './receive-node.ts'
import type { ReceiverOptions } from './receiver-options.ts'

export type FastifyWebhookOptions = ReceiverOptions & {
  /** Path of the callback URL, below the prefix that the plugin is registered with. @default '/' */
  path?: string
}

/**
 * A Fastify 5 plugin: one route that reads the raw body before any content-type parser, so the app's
 * own parsers are not affected. Hooks from `preParsing` to `preHandler` do not run for it. Throws a
 * `TypeError` for unusable options when it is loaded.
 * @see specs/decisions D-006 to D-009
 */
export const fastifyWebhook: FastifyPluginAsync<FastifyWebhookOptions> = async (app, options) => {
  const { path = '/', ...receiverOptions } = options
  const receiver = createWebhookReceiver(receiverOptions)
  app.route({
    method: app.supportedMethods,
    url: path,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers, body } = await receiveNode(receiver, request.raw)
      if (isAnswered(reply.raw)) return reply.hijack()
      return reply.code(status).headers(headers).send(body)
    },
    handler: (_request: FastifyRequest, reply: FastifyReply) => reply,
  })
}
