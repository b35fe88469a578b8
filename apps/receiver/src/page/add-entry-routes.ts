import type { FastifyInstance } from 'fastify'
import type { EntryDetail, InboxView } from '../inbox/inbox-view.ts'
import { addRoute } from './add-route.ts'
import { refuse } from './create-page-app.ts'
import { cutEntry } from './cut-entry.ts'
import { pageErrors, renderRemainingCause } from './errors.ts'
import { explainEntry, explainNotes } from './explain-entry.ts'
import type { AcceptAnswer, EntryAnswer, ListAnswer, ReplayAnswer } from './page-api.ts'
import { readAcceptBody } from './read-accept-body.ts'
import { readListQuery } from './read-list-query.ts'

type Named = { id: string }

export type EntryRoutesOptions = { view: InboxView; environment: string }

/** The inbox as JSON: the list, an entry, its bytes, replay and accept. */
export function addEntryRoutes(
  app: FastifyInstance,
  { view, environment }: EntryRoutesOptions,
): void {
  addRoute(app, {
    path: '/api/entries',
    method: 'GET',
    async handler({ url }, reply) {
      const options = readListQuery(new URL(url, 'http://localhost').searchParams)
      if (!options) return refuse(reply, 'malformed-query')
      const page = await view.list(options)
      const entries = page.entries.map(cutEntry)
      return { ...page, environment, entries } satisfies ListAnswer
    },
  })
  addRoute(app, {
    path: '/api/entries/:id',
    method: 'GET',
    async handler({ params }, reply) {
      const entry = await view.read((params as Named).id)
      return entry ? toAnswer(entry) : refuse(reply, 'not-found')
    },
  })
  addRoute(app, {
    path: '/api/entries/:id/body',
    method: 'GET',
    async handler({ params }, reply) {
      const entry = await view.read((params as Named).id)
      if (!entry) return refuse(reply, 'not-found')
      reply.header('content-disposition', `attachment; filename="${entry.storageKey}.json"`)
      return reply.type('application/octet-stream').send(Buffer.from(entry.body))
    },
  })
  addRoute(app, {
    path: '/api/entries/:id/replay',
    method: 'POST',
    async handler({ params, headers }, reply) {
      // Other sites cannot send JSON without asking first, and nothing here answers that.
      if (headers['content-type'] === undefined) return refuse(reply, 'wrong-content-type')
      const outcome = await view.replay((params as Named).id)
      if (outcome === 'unknown') return refuse(reply, 'not-found')
      return outcome === 'queued' ? ({ outcome } satisfies ReplayAnswer) : refuse(reply, outcome)
    },
  })
  addRoute(app, {
    path: '/api/entries/:id/accept',
    method: 'POST',
    async handler({ params, headers, body }, reply) {
      if (headers['content-type'] === undefined) return refuse(reply, 'wrong-content-type')
      const options = readAcceptBody(body)
      if (!options) return refuse(reply, 'malformed-body')
      const said = await view.accept((params as Named).id, options)
      if (said.outcome === 'refused') {
        if (said.code === 'timestamp-too-old') return refuse(reply, 'too-old')
        return reply.code(pageErrors['cause-remains'].status).send(renderRemainingCause(said))
      }
      const { outcome } = said
      if (outcome === 'unknown') return refuse(reply, 'not-found')
      return outcome === 'accepted' || outcome === 'duplicate'
        ? ({ outcome } satisfies AcceptAnswer)
        : refuse(reply, outcome)
    },
  })
}

function toAnswer({ body: _body, ...entry }: EntryDetail): EntryAnswer {
  return { ...cutEntry(entry), explanation: explainEntry(entry), noted: explainNotes(entry.notes) }
}
