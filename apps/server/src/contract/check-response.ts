import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { configOf } from './fastify-route.ts'
import type { RenderError } from './refusal.ts'
import type { Operation, ResponseParsers, Surface } from './surface.ts'

type Parsers = ResponseParsers[string]

type OutgoingResponse = {
  status: number
  /** By lower-case name. */
  headers: ReturnType<FastifyReply['getHeaders']>
  body: string | Uint8Array | null
}

/** A response that the document does not declare. The message never quotes a value. */
export class UndeclaredResponseError extends Error {
  override name = 'UndeclaredResponseError'
  readonly place: { operation: string; status: number }

  constructor(place: UndeclaredResponseError['place'], problem: string) {
    super(
      `Response ${place.status} of ${place.operation} is undeclared: ${problem}. Correct the handler or the document.`,
    )
    this.place = place
  }
}

/**
 * How a response departs from the strict form of the document, in its status, its headers or anywhere in its
 * body. `null` if it matches.
 */
function findProblem(
  { id, responses }: Operation,
  response: OutgoingResponse,
  all: Surface['responseParsers'],
): string | null {
  const parsers = all[id]?.[response.status]
  return parsers
    ? (headerProblem(parsers, response) ?? bodyProblem(parsers, response))
    : `the document has only ${Object.keys(responses).join(', ')}`
}

function headerProblem({ headers }: Parsers, response: OutgoingResponse): string | null {
  for (const [name, { required, sent }] of Object.entries(headers)) {
    const value = response.headers[name.toLowerCase()]
    if (value === undefined) {
      if (required) return `header ${name} is missing`
    } else if (sent?.(value).ok === false) return `header ${name} is not as documented`
  }
  return null
}

function bodyProblem({ body }: Parsers, response: OutgoingResponse): string | null {
  if (!body) return response.body === null ? null : 'it has a body'
  if (response.body === null) return 'it has no body'
  const result = body.sent?.(JSON.parse(Buffer.from(response.body).toString()))
  if (!result || result.ok) return null
  const { path, keyword } = result.issues[0] ?? { path: '', keyword: 'unknown' }
  return `its body breaks ${keyword} at ${path || '/'}`
}

/** Statuses that the document does not cover: unavailable store, misdirected request. */
const undocumented = [503, 421]

type ResponseCheckOptions = Pick<Surface, 'responseParsers'> & {
  onUndeclared: (error: UndeclaredResponseError, requestId: string) => void
  renderError: RenderError<500>
}

/**
 * Compares every response with the document before it is sent. Reports an undeclared response and sends
 * 500 in its place. Add it before any hook that encodes bodies.
 */
export function addResponseCheck(
  app: FastifyInstance,
  { responseParsers, onUndeclared, renderError }: ResponseCheckOptions,
): void {
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const { operation } = configOf(request)
    const { statusCode: status } = reply
    if (!operation || undocumented.includes(status)) return payload
    const body = (payload ?? null) as OutgoingResponse['body']
    const outgoing = { status, headers: reply.getHeaders(), body }
    const problem = findProblem(operation, outgoing, responseParsers)
    if (problem === null) return payload
    onUndeclared(
      new UndeclaredResponseError({ operation: operation.id, status }, problem),
      request.id,
    )
    const error = renderError(500, request.id)
    reply.code(error.status).headers(error.headers).removeHeader('content-length')
    return error.body
  })
}
