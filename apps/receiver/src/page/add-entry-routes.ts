import type { FastifyInstance } from 'fastify'
import {
  type AcceptOptions,
  type EntryDetail,
  type EntrySummary,
  entryStates,
  type InboxView,
  type ListOptions,
} from '../inbox/inbox-view.ts'
import { addRoute, pageErrors, refuse, renderRemainingCause } from './create-page-app.ts'
import { explainEntry, explainNotes } from './explain-entry.ts'
import type { AcceptAnswer, EntryAnswer, ListAnswer } from './page-api.ts'

const idOf = ({ params }: { params: unknown }) => (params as { id: string }).id

/** The inbox as JSON: the list, an entry, its bytes, replay and accept. */
export function addEntryRoutes(
  app: FastifyInstance,
  { view, ...shown }: { view: InboxView } & Pick<ListAnswer, 'environment' | 'callbackUrl'>,
): void {
  addRoute(app, 'GET', '/api/entries', async ({ url }, reply) => {
    const options = readListQuery(new URL(url, 'http://localhost').searchParams)
    if (!options) return refuse(reply, 'malformed-query')
    const page = await view.list(options)
    return { ...page, ...shown, entries: page.entries.map(cutEntry) } satisfies ListAnswer
  })
  addRoute(app, 'GET', '/api/entries/:id', async (request, reply) => {
    const entry = await view.read(idOf(request))
    return entry ? toAnswer(entry) : refuse(reply, 'not-found')
  })
  addRoute(app, 'GET', '/api/entries/:id/body', async (request, reply) => {
    const entry = await view.read(idOf(request))
    if (!entry) return refuse(reply, 'not-found')
    reply.header('content-disposition', `attachment; filename="${entry.storageKey}.json"`)
    return reply.type('application/octet-stream').send(Buffer.from(entry.body))
  })
  // Other sites cannot send JSON without a preflight request, which is never allowed.
  addRoute(app, 'POST', '/api/entries/:id/replay', async (request, reply) => {
    if (request.headers['content-type'] === undefined) return refuse(reply, 'wrong-content-type')
    const outcome = await view.replay(idOf(request))
    if (outcome === 'unknown') return refuse(reply, 'not-found')
    return outcome === 'queued' ? { outcome } : refuse(reply, outcome)
  })
  addRoute(app, 'POST', '/api/entries/:id/accept', async (request, reply) => {
    if (request.headers['content-type'] === undefined) return refuse(reply, 'wrong-content-type')
    const options = readAcceptBody(request.body)
    if (!options) return refuse(reply, 'malformed-body')
    const answer = await view.accept(idOf(request), options)
    if (answer.outcome === 'refused') {
      if (answer.code === 'timestamp-too-old') return refuse(reply, 'too-old')
      return reply.code(pageErrors['cause-remains'].status).send(renderRemainingCause(answer))
    }
    const { outcome } = answer
    if (outcome === 'unknown') return refuse(reply, 'not-found')
    const isStored = outcome === 'accepted' || outcome === 'duplicate'
    return isStored ? ({ outcome } satisfies AcceptAnswer) : refuse(reply, outcome)
  })
}

const toAnswer = ({ body: _body, ...entry }: EntryDetail): EntryAnswer => ({
  ...cutEntry(entry),
  explanation: explainEntry(entry),
  noted: explainNotes(entry.notes),
})

const defaultLimit = 50

/** The valid values of each parameter of the list. */
const listQuery: Readonly<Record<string, RegExp>> = {
  state: new RegExp(`^(?:${entryStates.join('|')})$`),
  search: /^.{0,200}$/su,
  before: /^[\w-]{1,64}$/,
  limit: /^(?:[1-9][0-9]?|1[0-9][0-9]|200)$/,
}

/** The list options in a query, or `undefined` if a parameter is unknown, repeated or invalid. */
function readListQuery(query: URLSearchParams): ListOptions | undefined {
  const given = Object.fromEntries(query)
  const isValid = Object.entries(given).every(
    ([name, value]) => Object.hasOwn(listQuery, name) && listQuery[name]?.test(value),
  )
  if (!isValid || Object.keys(given).length < query.size) return undefined
  return { ...given, limit: Number(given.limit ?? defaultLimit) }
}

/** The accept options in a body, or `undefined` if it has an unknown member or a wrong type. */
function readAcceptBody(body: unknown): AcceptOptions | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { allowOld = false, ...others } = body as { allowOld?: unknown }
  if (typeof allowOld !== 'boolean' || Object.keys(others).length > 0) return undefined
  return { allowOld }
}

const cutTexts = ['eventName', 'submissionUuid', 'status', 'occurredAt'] as const
const maxCharacters = 200

/** An entry with short texts: each may be as long as the body. */
function cutEntry<Entry extends EntrySummary>(entry: Entry): Entry {
  const short = { ...entry }
  for (const name of cutTexts) {
    const text = entry[name]
    if (text === null || text.length <= maxCharacters) continue
    short[name] = `${text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`
  }
  return short
}
