import type { FastifyInstance } from 'fastify'
import {
  type AcceptOptions,
  type EntryDetail,
  type EntryState,
  type EntrySummary,
  entryStates,
  type InboxView,
  type ListOptions,
} from '../inbox/inbox-view.ts'
import { addRoute, refuse } from './create-page-app.ts'
import { pageErrors, renderRemainingCause } from './errors.ts'
import { explainEntry, explainNotes } from './explain-entry.ts'
import type { AcceptAnswer, EntryAnswer, ListAnswer, ReplayAnswer } from './page-api.ts'

type Named = { id: string }

type EntryRoutesOptions = { view: InboxView; environment: string }

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
      // Other sites cannot send JSON without a preflight request, which is never allowed.
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

/** Limits of the list. */
const listBounds = {
  /** Entries per page if the query has no limit. */
  defaultLimit: 50,
  /** Maximum entries per page. */
  mostEntries: 200,
  /** Maximum length of the search text, in characters. */
  searchCharacters: 200,
  /** Texts of an entry are cut to this many characters; the body is complete. */
  textCharacters: 200,
} as const

const names = ['state', 'search', 'before', 'limit']
const idForm = /^[\w-]{1,64}$/

/** The list options in a query, or `undefined` if a parameter is unknown, repeated or out of range. */
function readListQuery(query: URLSearchParams): ListOptions | undefined {
  const given = [...query.keys()]
  const isClear =
    new Set(given).size === given.length && given.every((name) => names.includes(name))
  const [state, search, before] = [query.get('state'), query.get('search'), query.get('before')]
  const limit = toLimit(query.get('limit'))
  const isUsable =
    isClear && isState(state) && isSearch(search) && (before === null || idForm.test(before))
  if (!isUsable || limit === undefined) return undefined
  return {
    limit,
    ...(state !== null && { state }),
    ...(search !== null && { search }),
    ...(before !== null && { before }),
  }
}

const isState = (state: string | null): state is EntryState | null =>
  state === null || entryStates.some((known) => known === state)

const isSearch = (search: string | null) =>
  search === null || [...search].length <= listBounds.searchCharacters

function toLimit(text: string | null): number | undefined {
  if (text === null) return listBounds.defaultLimit
  const limit = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= listBounds.mostEntries ? limit : undefined
}

/** The accept options in a body, or `undefined` if it has an unknown member or a wrong type. */
function readAcceptBody(body: unknown): AcceptOptions | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { allowOld = false, ...others } = body as { allowOld?: unknown }
  if (typeof allowOld !== 'boolean' || Object.keys(others).length > 0) return undefined
  return { allowOld }
}

/** An entry with its texts shortened: each may be as long as the body. */
function cutEntry<Entry extends EntrySummary>(entry: Entry): Entry {
  const { eventName, submissionUuid, status, occurredAt } = entry
  return {
    ...entry,
    eventName: cut(eventName),
    submissionUuid: cut(submissionUuid),
    status: cut(status),
    occurredAt: cut(occurredAt),
  }
}

function cut(text: string | null): string | null {
  const { textCharacters } = listBounds
  if (text === null || text.length <= textCharacters) return text
  return `${text.slice(0, textCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
}
