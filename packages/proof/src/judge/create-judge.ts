import { below, type Document, follow, isPathOf, nodeAt, responsesOf } from '../document.ts'
import { type Exchange, type Response, valuesOf } from '../http/exchange.ts'
import { createAjv, problemsOf } from './create-ajv.ts'

/** What an exchange breaks of the document, one line each. */
export type Judge = (exchange: Exchange) => string[]

export type Limit = { quota: number; windowSeconds: number }

/** What a response owes: its headers by the place of each, and the place of the schema of its body. */
export type Owed = { headers: ReadonlyMap<string, string>; schema: string | undefined }

/**
 * Holds exchanges to an OpenAPI document: declared status, declared headers, declared body. What the
 * document does not have (other paths, methods) is answered by an error, as its description says: the
 * envelope and the headers that all of its answers share. Without a `limit` that the server was set to,
 * the constants of the document count.
 */
export function createJudge(document: Document, { limit }: { limit?: Limit } = {}): Judge {
  const ajv = createAjv(document)
  const fixed = fixedValues(document, limit)

  function judgeHeader({ headers }: Response, name: string, place: string): string[] {
    const [value, ...others] = valuesOf(headers, name)
    if (value === undefined) return [`Header ${name} is missing.`]
    if (others.length > 0) return [`Header ${name} is repeated.`]
    const validate = ajv.at(below(place, 'schema'))
    const one = fixed.get(place)
    const problems = validate(value)
      ? one === undefined || one.isOwed(value)
        ? []
        : [`expected ${one.owed}, received ${value}`]
      : problemsOf(validate)
    return problems.map((problem) => `Header ${name}: ${problem}`)
  }

  /** Each declared header is there once, with the value that a constant fixes, and no other header is. */
  function judgeHeaders(response: Response, declared: Owed['headers']): string[] {
    const names = new Set([...declared.keys()].map((name) => name.toLowerCase()))
    return [
      ...[...declared].flatMap(([name, place]) => judgeHeader(response, name, place)),
      ...response.headers
        .filter(([name]) => !names.has(name.toLowerCase()) && !isOfHttp.test(name))
        .map(([name]) => `Header ${name} is not declared.`),
    ]
  }

  function judgeBody({ status, headers, body }: Response, schema: string): string[] {
    const types = valuesOf(headers, 'content-type').join()
    if (types !== 'application/json') return [`Content-Type is ${types || 'missing'}.`]
    const value = parse(body)
    if (value === undefined) return ['The body is not JSON.']
    const validate = ajv.at(schema)
    if (!validate(value)) return problemsOf(validate).map((one) => `Body ${one}`)
    const { statusCode, error } = value as { statusCode?: number; error?: { requestId?: string } }
    const ids = valuesOf(headers, 'X-Request-Id')
    return [
      ...(statusCode === status ? [] : ['The body names a different status.']),
      ...(error === undefined || ids.includes(error.requestId ?? '')
        ? []
        : ['The envelope names a different request from the header.']),
    ]
  }

  return ({ request, response }) => {
    const owed = findOwed(document, { request, response })
    if (owed === undefined) return [`${response.status} is not declared.`]
    const hasBody = owed.schema !== undefined && request.method !== 'HEAD'
    const unexpected = response.body.length > 0 ? ['There is a body where none is declared.'] : []
    return [
      ...judgeHeaders(response, owed.headers),
      ...(hasBody ? judgeBody(response, owed.schema ?? '') : unexpected),
    ]
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return undefined
  }
}

/** What the document owes a response; `undefined` for a status that its operation does not declare. */
export function findOwed(document: Document, { request, response }: Exchange): Owed | undefined {
  const [path = ''] = request.target.split('?')
  const all = responsesOf(document)
  const method = request.method.toLowerCase()
  const own = all.filter((one) => isPathOf(one.path, path) && one.method === method)
  const declared = own.find(({ status }) => status === String(response.status))
  if (declared) return owedAt(document, declared.place)
  if (own.length > 0) return undefined
  const everywhere = all.map(({ place }) => owedAt(document, place).headers)
  const error = owedAt(document, all.find(({ status }) => Number(status) >= 400)?.place ?? '')
  const isShared = ([name]: [string, string]) => everywhere.every((one) => one.has(name))
  return {
    headers: new Map([...error.headers].filter(isShared)),
    // Only OPTIONS and HEAD, which HTTP itself defines, may succeed without being declared.
    schema: response.status < 400 ? undefined : error.schema,
  }
}

function owedAt(document: Document, place: string): Owed {
  type Node = { headers?: object; content?: object }
  const { headers = {}, content } = nodeAt(document, place) as Node
  const names = Object.keys(headers)
  return {
    headers: new Map(names.map((name) => [name, follow(document, below(place, 'headers', name))])),
    schema: content && below(place, 'content', 'application/json', 'schema'),
  }
}

/** Lines of HTTP itself, of compression and of what browsers ask: the document tells of them in prose. */
const isOfHttp =
  /^(date|connection|keep-alive|transfer-encoding|allow|vary|content-(type|length|encoding)|access-control-[a-z-]+)$/i

/** Whether a value is the one that is owed, and that one for people to read. */
type FixedValue = { isOwed: (value: string) => boolean; owed: string }

const exactly = (owed: string): FixedValue => ({ owed, isOwed: (value) => value === owed })

/**
 * What the constants of the document, and the decisions that set them, make of a header's value, by the
 * place of the header.
 */
function fixedValues(document: Document, limit?: Limit): ReadonlyMap<string, FixedValue> {
  const constant = (name: string) => nodeAt(document, `#/x-constants/${name}/value`)
  const {
    quota = constant('rateLimitQuota') as number,
    windowSeconds = constant('rateLimitWindowSeconds') as number,
  } = limit ?? {}
  const policy = `"${constant('rateLimitPolicyName')}"`
  const values: Record<string, FixedValue> = {
    RateLimitPolicy: exactly(`${policy};q=${quota};w=${windowSeconds}`),
    RateLimit: {
      owed: `${policy} with r up to ${quota} and t up to ${windowSeconds}`,
      isOwed: (value) => {
        const [, name, left, seconds] = /^(.*);r=([0-9]+);t=([0-9]+)$/.exec(value) ?? []
        return name === policy && Number(left) <= quota && Number(seconds) <= windowSeconds
      },
    },
    AuthenticateChallenge: exactly(`Bearer realm="${constant('authenticationRealm')}"`),
    CacheControl: exactly(`private, max-age=${constant('countriesMaxAgeSeconds')}`),
  }
  const entries = Object.entries(values)
  return new Map(entries.map(([name, value]) => [`#/components/headers/${name}`, value]))
}

/** The ids that name more than one request (D-016). */
export function findRepeatedIds(exchanges: readonly Exchange[]): string[] {
  const ids = exchanges.flatMap(({ response }) => valuesOf(response.headers, 'X-Request-Id'))
  const seen = new Set<string>()
  return ids.filter((id) => seen.has(id) || !seen.add(id))
}
