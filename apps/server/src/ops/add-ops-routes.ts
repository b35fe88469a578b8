import type { Database } from '@partner-platform/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../operator/send-error.ts'
import type { Metrics } from './metrics.ts'

export type OpsOptions = {
  database: Pick<Database, 'query'>
  metrics: Metrics
  /** Whether the server is on its way down: it still answers, but wants no more. */
  isStopping(): boolean
}

const answered = ['GET', 'HEAD']

/**
 * What a platform asks of a process: `/livez`, whether it runs at all; `/readyz`, whether calls should
 * be sent to it; `/metrics`. None of them needs a token, none tells anything of a caller.
 */
export function addOpsRoutes(app: FastifyInstance, options: OpsOptions): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request: FastifyRequest, reply: FastifyReply) => {
    const store = await options.database.query('select 1').then(
      () => 'ok' as const,
      () => 'unavailable' as const,
    )
    const isReady = store === 'ok' && !options.isStopping()
    const status = options.isStopping() ? 'stopping' : store
    return reply.code(isReady ? 200 : 503).send({ status, checks: { store } })
  })
  app.get('/metrics', async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type(options.metrics.contentType).send(await options.metrics.render()),
  )
  for (const url of ['/livez', '/readyz', '/metrics']) {
    app.route({
      method: app.supportedMethods.filter((method) => !answered.includes(method)),
      url,
      // Before a body is read, whatever it is.
      onRequest: (_request: FastifyRequest, reply: FastifyReply) =>
        void sendError(reply.header('allow', answered.join(', ')), 'method_not_allowed'),
      handler: () => {
        throw new Error('unreachable: a hook answers every other method')
      },
    })
  }
}
