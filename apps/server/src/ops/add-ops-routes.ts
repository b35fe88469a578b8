import type { Database } from '@partner-platform/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../contract/refusal.ts'
import { renderOperatorError } from '../operator/errors.ts'
import type { Metrics } from './metrics.ts'

export type OpsOptions = {
  database: Pick<Database, 'query'>
  metrics: Metrics
  /** Whether the server is stopping: it still answers, but should get no more calls. */
  isStopping(): boolean
}

const answered = ['GET', 'HEAD']

/**
 * Adds `/livez` (is the process running), `/readyz` (can it take calls) and `/metrics`. They need no token
 * and reveal nothing about callers.
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
      // In `onRequest`, so that no body is read.
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
