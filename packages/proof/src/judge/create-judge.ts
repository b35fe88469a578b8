import { below, type Document, follow, nodeAt } from '../document.ts'
import type { Exchange, Response } from '../http/exchange.ts'
import { valuesOf } from '../http/exchange.ts'
import { createAjv, type DocumentValidator, problemsOf } from './create-ajv.ts'
import { findOperation } from './find-operation.ts'
import type { Limit } from './fixed-values.ts'
import { createHeaderJudge, type HeaderJudge } from './judge-headers.ts'

/** What an exchange breaks of the document, one line each. */
export type Judge = (exchange: Exchange) => string[]

export type JudgeOptions = {
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
