import { headerLines } from '@partner-platform/http-edge'
import type { Issue } from '@partner-platform/validators'
import type { FastifyRequest } from 'fastify'
import type { Operation } from './operation.ts'
import { type BoundParameter, readParameter } from './read-parameter.ts'
import type { RequestParsers } from './surface.ts'
import { toFastifyPath } from './to-fastify-path.ts'
import { toPointer } from './to-pointer.ts'

/**
 * `strict` refuses what the document does not have: unknown query parameters, and values that break
 * their schema. `tolerant` takes both as if they had not been sent, unless they are required.
 */
export type ParameterReading = 'strict' | 'tolerant'

type Values = Readonly<Record<string, unknown>>

export type ReadParameters =
  | { ok: true; params: Values; query: Values; headers: Values }
  | { ok: false; issues: readonly Issue[] }

/** Reads the parameters of requests for one operation. */
export function bindParameters(
  operation: Operation,
  { parsers, reading }: { parsers: RequestParsers; reading: ParameterReading },
): (request: FastifyRequest) => ReadParameters {
  const bind = (place: 'path' | 'query' | 'header', pointer: string): BoundParameter[] =>
    Object.entries(operation.parameters[place]).map(([name, shape]) => ({
      ...{ name, shape, path: toPointer(pointer, name) },
      parse: parsers.parameters[place][name]?.sent ?? null,
      decode: place === 'query' ? decodeText : (text) => text,
    }))
  const [path, query, header] = [
    bind('path', 'path'),
    bind('query', 'query'),
    bind('header', 'headers'),
  ]
  const { names } = toFastifyPath(operation.path)

  return (request) => {
    const issues: Issue[] = []
    const read = (list: readonly BoundParameter[], textsOf: (name: string) => readonly string[]) =>
      readAll(list, { textsOf, reading, issues })
    const given = query.length === 0 && reading === 'tolerant' ? null : readQuery(request.url)
    const values = {
      params: read(path, (name) => [paramOf(request, names.indexOf(name))]),
      query: read(query, (name) => given?.get(name) ?? []),
      headers: read(header, (name) => headerLines(request.raw.rawHeaders, name)),
    }
    if (reading === 'strict' && given) issues.push(...unknownIn(given, operation))
    return issues.length === 0 ? { ok: true, ...values } : { ok: false, issues }
  }
}

const nothing: Values = {}

function readAll(
  list: readonly BoundParameter[],
  {
    textsOf,
    reading,
    issues,
  }: {
    textsOf: (name: string) => readonly string[]
    reading: ParameterReading
    issues: Issue[]
  },
): Values {
  if (list.length === 0) return nothing
  const values: [string, unknown][] = []
  for (const parameter of list) {
    const result = readParameter(parameter, textsOf(parameter.name))
    if (result?.ok) values.push([parameter.name, result.value])
    else if (result && (reading === 'strict' || parameter.shape.required))
      issues.push(...result.issues)
  }
  return Object.fromEntries(values)
}

const paramOf = ({ params }: FastifyRequest, index: number) =>
  String((params as Values)[`p${index}`])

function unknownIn(query: Query, { parameters }: Operation): Issue[] {
  return [...query.keys()]
    .filter((name) => !Object.hasOwn(parameters.query, name))
    .map((name) => ({
      path: toPointer('query', name),
      keyword: 'additionalProperties',
      message: 'expected no such parameter, received one',
    }))
}

/** The texts of each parameter of a query, still percent-encoded, in the order they came in. */
type Query = ReadonlyMap<string, readonly string[]>

const none: Query = new Map()

/** The query of a request target. A name that cannot be decoded stands as it is. */
function readQuery(url: string): Query {
  const start = url.indexOf('?')
  if (start === -1) return none
  const query = new Map<string, string[]>()
  for (const part of url.slice(start + 1).split('&')) {
    if (part === '') continue
    const [encoded = '', ...rest] = part.split('=')
    const name = decodeText(encoded) ?? encoded
    const texts = query.get(name)
    if (texts) texts.push(rest.join('='))
    else query.set(name, [rest.join('=')])
  }
  return query
}

/** The text of a part of a query; undefined where it is not percent-encoded UTF-8. */
function decodeText(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
