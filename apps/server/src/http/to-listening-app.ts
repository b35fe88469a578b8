import type { FastifyInstance } from 'fastify'
import type { ResponseCheckOptions } from '../contract/add-response-check.ts'
import type { Logger } from '../log.ts'

export type ListeningApp = {
  /** Starts to answer. Resolves with the URL; port 0 takes a free one. */
  listen(address: { host: string; port: number }): Promise<string>
  /**
   * Stops: calls in flight finish, connections that do not are cut after the grace time. Rejects with
   * an `AggregateError` if the response check found anything, so that no test can overlook it.
   */
  close(): Promise<void>
}

type Undeclared = Parameters<ResponseCheckOptions['onUndeclared']>[0]

/** Responses that a document does not have: each is told, and none is forgotten. */
export type UndeclaredResponses = {
  add: ResponseCheckOptions['onUndeclared']
  throwIfAny(): void
}

export function collectUndeclared(logger: Logger): UndeclaredResponses {
  const undeclared: Undeclared[] = []
  return {
    add(error, requestId) {
      undeclared.push(error)
      logger({ event: 'undeclared-response', requestId, ...error.place })
    },
    throwIfAny() {
      if (undeclared.length > 0) throw new AggregateError(undeclared, undeclared[0]?.message)
    },
  }
}

type Ending = { undeclared: UndeclaredResponses; closeGraceMs: number }

export const toListeningApp = (
  app: FastifyInstance,
  { undeclared, closeGraceMs }: Ending,
): ListeningApp => ({
  listen: (address) => app.listen(address),
  async close() {
    const cut = setTimeout(() => app.server.closeAllConnections(), closeGraceMs)
    await app.close().finally(() => clearTimeout(cut))
    undeclared.throwIfAny()
  },
})
