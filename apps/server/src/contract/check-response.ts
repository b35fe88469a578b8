import type { Operation, ResponseParsers, Surface } from './surface.ts'

type Parsers = ResponseParsers[string]

type OutgoingResponse = {
  status: number
  /** By lower-case name. */
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>
  body: string | Uint8Array | null
}

/** A response that the document does not declare. The message never quotes a value. */
export class UndeclaredResponseError extends Error {
  readonly place: { operation: string; status: number }

  constructor(place: { operation: string; status: number }, problem: string) {
    super(
      `Response ${place.status} of ${place.operation} is undeclared: ${problem}. Correct the handler or the document.`,
    )
    this.name = 'UndeclaredResponseError'
    this.place = place
  }
}

/**
 * Checks the status, headers and whole body of a response against the strict form of the document.
 * Returns `null` if they match.
 */
export function checkResponse(
  operation: Operation,
  response: OutgoingResponse,
  { responseParsers }: Pick<Surface, 'responseParsers'>,
): UndeclaredResponseError | null {
  const { status } = response
  const byStatus = responseParsers[operation.id] ?? {}
  const parsers = byStatus[status] ?? byStatus[`${Math.floor(status / 100)}XX`] ?? byStatus.default
  const problem = parsers
    ? (headerProblem(parsers, response) ?? bodyProblem(parsers, response))
    : `expected status ${Object.keys(operation.responses).join(', ')}, received another`
  if (!problem) return null
  return new UndeclaredResponseError({ operation: operation.id, status }, problem)
}

function headerProblem({ headers }: Parsers, response: OutgoingResponse): string | null {
  for (const [name, { required, sent }] of Object.entries(headers)) {
    const value = response.headers[name.toLowerCase()]
    if (value === undefined) {
      if (required) return `expected header ${name}, received none`
    } else if (sent?.(value).ok === false)
      return `expected header ${name} as documented, received another form`
  }
  return null
}

function bodyProblem({ body }: Parsers, response: OutgoingResponse): string | null {
  if (!body) return response.body === null ? null : 'expected no body, received one'
  if (response.body === null) return 'expected a body, received none'
  const result = body.sent?.(JSON.parse(Buffer.from(response.body).toString()))
  if (!result || result.ok) return null
  const { path, keyword } = result.issues[0] ?? { path: '', keyword: 'unknown' }
  return `expected a body of the schema, received one that breaks ${keyword} at ${path || '/'}`
}
