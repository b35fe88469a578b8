import type { Database } from '@partner-platform/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../contract/refusal.ts'
import { renderOperatorError } from '../operator/errors.ts'
import type { Metrics } from './metrics.ts'

export type OpsOptions = {
  database: Pick<Database, 'query'>
  metrics: Metrics
  /** Whether the server is stopping: it still answers, but wants no more calls. */
  isStopping(): boolean
}

const answered = ['GET', 'HEAD']

/**
 * What a platform asks of a process: `/livez`, whether it runs at all; `/readyz`, whether it takes calls;
 * `/metrics`. None of them needs a token or tells anything of a caller.
 */
export function addOpsRoutes(app: FastifyInstance, options: OpsOptions): void {
  const { database, metrics, isStopping } = options
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request: FastifyRequest, reply: FastifyReply) => {
    const store = await database.query('select 1').then(
      () => 'ok' as const,
      () => 'unavailable' as const,
    )
    const status = isStopping() ? 'stopping' : store
    return reply.code(status === 'ok' ? 200 : 503).send({ status, checks: { store } })
  })
  app.get('/metrics', async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type(metrics.contentType).send(await metrics.render()),
  )
  for (const url of ['/livez', '/readyz', '/metrics']) {
    app.route({
      method: app.supportedMethods.filter((method) => !answered.includes(method)),
      url,
      // Before a body is read, whatever it is.
      onRequest: ({ id }: FastifyRequest, reply: FastifyReply) => {
        reply.header('allow', answered.join(', '))
        void sendError(reply, renderOperatorError('method_not_allowed', id))
      },
      handler: () => {
        throw new Error('unreachable: a hook answers every other method')
      },
    })
  }
}
