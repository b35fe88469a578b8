import { below, type Document, follow, nodeAt } from '../document.ts'
import { type Exchange, type Request, type Response, valuesOf } from '../http/exchange.ts'
import { createAjv, type DocumentValidator, problemsOf } from './create-ajv.ts'

/** What an exchange breaks of the document, one line each. */
export type Judge = (exchange: Exchange) => string[]

type JudgeOptions = {
  /** What the server was set to. @default the constants of the document */
  limit?: Limit
}

/**
 * Holds exchanges to an OpenAPI document: declared status, declared headers, declared body. What the
 * document does not have (other paths, methods) is answered by an error, as its description says: the
 * envelope and the headers that all of its answers share.
 */
export function createJudge(document: Document, { limit }: JudgeOptions = {}): Judge {
  const ajv = createAjv(document)
  const judgeHeaders = createHeaderJudge({ document, ajv, limit })
  const shared = sharedByAll(document)
  return ({ request, response }) => {
    const isHead = request.method === 'HEAD'
    const operation = findOperation(document, request)
    if (!operation) return judgeOther({ isHead, response }, { judgeHeaders, ajv, shared })
    const pointer = below(operation, 'responses', String(response.status))
    if (!hasNode(document, pointer)) return [`${response.status} is not declared.`]
    const place = follow(document, pointer)
    return judgeDeclared(response, { document, judgeHeaders, ajv, pointer: place, isHead })
  }
}

type Declared = {
  document: Document
  judgeHeaders: HeaderJudge
  ajv: DocumentValidator
  pointer: string
  isHead: boolean
}

function judgeDeclared(
  response: Response,
  { document, judgeHeaders, ajv, pointer, isHead }: Declared,
): string[] {
  const { headers = {}, content } = nodeAt(document, pointer) as ResponseNode
  const names = Object.keys(headers)
  return [
    ...judgeHeaders(response, placesOf(document, pointer, names)),
    ...(content === undefined || isHead
      ? judgeNoBody(response)
      : judgeBody(response, ajv.at(below(pointer, 'content', 'application/json', 'schema')))),
  ]
}

type ResponseNode = { headers?: Record<string, unknown>; content?: Record<string, unknown> }

const placesOf = (document: Document, response: string, names: readonly string[]) =>
  new Map(names.map((name) => [name, follow(document, below(response, 'headers', name))]))

const judgeNoBody = ({ body }: Response) =>
  body.length > 0 ? ['There is a body where none is declared.'] : []

function judgeBody(
  { status, headers, body }: Response,
  validate: ReturnType<DocumentValidator['at']>,
): string[] {
  const types = valuesOf(headers, 'content-type')
  if (types.join() !== 'application/json') return [`Content-Type is ${types.join() || 'missing'}.`]
  const value = parse(body)
  if (value === undefined) return ['The body is no JSON.']
  if (!validate(value)) return problemsOf(validate).map((one) => `Body ${one}`)
  const { statusCode, error } = value as { statusCode?: number; error?: { requestId?: string } }
  return [
    ...(statusCode === status ? [] : ['The body names another status.']),
    ...(error === undefined || valuesOf(headers, 'X-Request-Id').includes(error.requestId ?? '')
      ? []
      : ['The envelope names another request than the header.']),
  ]
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return undefined
  }
}

function hasNode(document: Document, pointer: string): boolean {
  try {
    nodeAt(document, pointer)
    return true
  } catch {
    return false
  }
}

type Shared = { headers: ReadonlyMap<string, string>; envelope: string }
type OfOther = { judgeHeaders: HeaderJudge; ajv: DocumentValidator; shared: Shared }

function judgeOther(
  { isHead, response }: { isHead: boolean; response: Response },
  { judgeHeaders, ajv, shared }: OfOther,
): string[] {
  const problems = judgeHeaders(response, shared.headers)
  const { status } = response
  // Only OPTIONS and HEAD, which HTTP itself defines, may succeed without being declared.
  if (status < 400) return [...problems, ...judgeNoBody(response)]
  return [
    ...problems,
    ...(isHead ? judgeNoBody(response) : judgeBody(response, ajv.at(shared.envelope))),
  ]
}

/** The headers that every declared response has, and the envelope of every declared error. */
function sharedByAll(document: Document): Shared {
  const paths = document.paths as Record<string, Record<string, { responses?: object }>>
  const places = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.keys(responses ?? {}).map((status) => ({
        status,
        place: follow(document, below('#/paths', path, method, 'responses', status)),
      })),
    ),
  )
  const names = places.map(
    ({ place }) => new Set(Object.keys((nodeAt(document, place) as ResponseNode).headers ?? {})),
  )
  const [first = new Set<string>()] = names
  const everywhere = [...first].filter((name) => names.every((one) => one.has(name)))
  const error = places.find(({ status }) => Number(status) >= 400)?.place ?? ''
  return {
    headers: placesOf(document, error, everywhere),
    envelope: below(error, 'content', 'application/json', 'schema'),
  }
}

/** Where the document describes what is asked for; `undefined` where it does not. */
export function findOperation(
  { paths }: Document,
  { method, target }: Pick<Request, 'method' | 'target'>,
): string | undefined {
  const [path = ''] = target.split('?')
  const methods = (paths as Record<string, Record<string, unknown>>)[path]
  const name = method.toLowerCase()
  return methods?.[name] === undefined ? undefined : below('#/paths', path, name)
}

/** What the header lines of a response break, one line each, where these are declared: place by name. */
type HeaderJudge = (response: Response, declared: ReadonlyMap<string, string>) => string[]

type Given = { document: Document; ajv: DocumentValidator; limit?: Limit | undefined }

/**
 * Holds header lines to the document: each that it declares is there once, of its form and with the
 * value that a constant fixes, and no other is. One that readers must not count on is owed by the
 * reference server all the same (D-022).
 */
function createHeaderJudge({ document, ajv, limit }: Given): HeaderJudge {
  const fixed = fixedValues(document, limit)
  const judgeValue = (place: string, value: string) => {
    const validate = ajv.at(below(place, 'schema'))
    return validate(value) ? findOtherValue(fixed.get(place), value) : problemsOf(validate)
  }
  const judgeOne = ({ headers }: Response, name: string, place: string): string[] => {
    const [value, ...others] = valuesOf(headers, name)
    if (value === undefined) return [`Header ${name} is missing.`]
    if (others.length > 0) return [`Header ${name} is repeated.`]
    return judgeValue(place, value).map((problem) => `Header ${name}: ${problem}`)
  }
  return (response, declared) => {
    const names = new Set([...declared.keys()].map((name) => name.toLowerCase()))
    const strange = response.headers.filter(
      ([name]) => !names.has(name.toLowerCase()) && !isOfHttp.test(name),
    )
    return [
      ...[...declared].flatMap(([name, place]) => judgeOne(response, name, place)),
      ...strange.map(([name]) => `Header ${name} is not declared.`),
    ]
  }
}

const findOtherValue = (fixed: FixedValue | undefined, value: string) =>
  fixed === undefined || fixed.isOwed(value) ? [] : [`expected ${fixed.owed}, received ${value}`]

/** Lines of HTTP itself, of compression and of what browsers ask: the document tells of them in prose. */
const isOfHttp =
  /^(date|connection|keep-alive|transfer-encoding|allow|vary|content-(type|length|encoding)|access-control-[a-z-]+)$/i

type Limit = { quota: number; windowSeconds: number }

/** Whether a value is the one that is owed, and that one for people to read. */
type FixedValue = { isOwed: (value: string) => boolean; owed: string }

/**
 * What the constants of the document, and the decisions that set them, make of a header's value, by the
 * place of the header. Without a limit that the server was set to, that of the document counts.
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
  return new Map(
    Object.entries(values).map(([name, value]) => [`#/components/headers/${name}`, value]),
  )
}

const exactly = (owed: string): FixedValue => ({ owed, isOwed: (value) => value === owed })
