import { below, type Document, follow, nodeAt } from '../document.ts'
import type { Exchange, Response } from '../http/exchange.ts'
import { valuesOf } from '../http/exchange.ts'
import { createAjv, type DocumentValidator, problemsOf } from './create-ajv.ts'
import { findOperation } from './find-operation.ts'

/** What an exchange breaks of the document, one line each. */
export type Judge = (exchange: Exchange) => string[]

/**
 * Holds exchanges to an OpenAPI document: declared status, declared headers, declared body. What the
 * document does not have (other paths, methods) is answered by an error, as its description says: the
 * envelope and the headers that all of its answers share.
 */
export function createJudge(document: Document): Judge {
  const ajv = createAjv(document)
  const shared = sharedByAll(document)
  return ({ request, response }) => {
    const isHead = request.method === 'HEAD'
    const operation = findOperation(document, request)
    if (!operation) return judgeOther({ isHead, response }, { document, ajv, shared })
    const pointer = below(operation, 'responses', String(response.status))
    if (!hasNode(document, pointer)) return [`${response.status} is not declared.`]
    return judgeDeclared(response, { document, ajv, pointer: follow(document, pointer), isHead })
  }
}

type Declared = { document: Document; ajv: DocumentValidator; pointer: string; isHead: boolean }

function judgeDeclared(response: Response, { document, ajv, pointer, isHead }: Declared): string[] {
  const { headers = {}, content } = nodeAt(document, pointer) as ResponseNode
  return [
    ...Object.keys(headers).flatMap((name) => {
      const place = follow(document, below(pointer, 'headers', name))
      return judgeHeader(response, { name, place, document, ajv })
    }),
    ...(content === undefined || isHead
      ? judgeNoBody(response)
      : judgeBody(response, ajv.at(below(pointer, 'content', 'application/json', 'schema')))),
  ]
}

type ResponseNode = { headers?: Record<string, unknown>; content?: Record<string, unknown> }
type OfHeader = { name: string; place: string; document: Document; ajv: DocumentValidator }

function judgeHeader(response: Response, { name, place, document, ajv }: OfHeader): string[] {
  const values = valuesOf(response.headers, name)
  const { required = false } = nodeAt(document, place) as { required?: boolean }
  if (values.length === 0) return required ? [`Header ${name} is missing.`] : []
  if (values.length > 1) return [`Header ${name} is repeated.`]
  const validate = ajv.at(below(place, 'schema'))
  return validate(values[0]) ? [] : problemsOf(validate).map((one) => `Header ${name}: ${one}`)
}

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
type OfOther = { document: Document; ajv: DocumentValidator; shared: Shared }

function judgeOther(
  { isHead, response }: { isHead: boolean; response: Response },
  { document, ajv, shared }: OfOther,
): string[] {
  const problems = [...shared.headers].flatMap(([name, place]) =>
    judgeHeader(response, { name, place, document, ajv }),
  )
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
    headers: new Map(
      everywhere.map((name) => [name, follow(document, below(error, 'headers', name))]),
    ),
    envelope: below(error, 'content', 'application/json', 'schema'),
  }
}
