import { headerLines } from '@partner-platform/http-edge'
import type { Issue } from '@partner-platform/validators'
import type { FastifyRequest } from 'fastify'
import { toFastifyPath } from './fastify-route.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { Operation, ParameterShape, Parse, RequestParsers } from './surface.ts'

/**
 * `strict` rejects unknown query parameters and values that break their schema. `tolerant` ignores both,
 * unless the parameter is required.
 */
export type ParameterReading = 'strict' | 'tolerant'

type Values = Readonly<Record<string, unknown>>
type Parameters = { ok: true; params: Values; query: Values; headers: Values }

/** Reads request parameters for one operation. */
export function bindParameters(
  { path, parameters }: Operation,
  { parsers, reading }: { parsers: RequestParsers; reading: ParameterReading },
): (request: FastifyRequest) => Parameters | Refusal {
  const { names } = toFastifyPath(path)
  return (request) => {
    const issues: Issue[] = []
    const texts = readQuery(request.url)
    const read = (place: 'path' | 'query' | 'header', textsOf: (name: string) => Texts) => {
      const values: Record<string, unknown> = {}
      for (const [name, shape] of Object.entries(parameters[place])) {
        const parse = parsers.parameters[place][name]?.sent ?? null
        const result = readParameter(textsOf(name), { shape, parse })
        if (result.ok) {
          if (result.value !== undefined) values[name] = result.value
        } else if (reading === 'strict' || shape.required) {
          const at = toPointer(place === 'header' ? 'headers' : place, name)
          issues.push(...result.issues.map((issue) => ({ ...issue, path: at + issue.path })))
        }
      }
      return values
    }
    const paramOf = (name: string) => [
      String((request.params as Values)[`p${names.indexOf(name)}`]),
    ]
    const values = {
      params: read('path', paramOf),
      query: read('query', (name) => texts.get(name) ?? []),
      headers: read('header', (name) => headerLines(request.raw.rawHeaders, name)),
    }
    if (reading === 'strict') {
      const unknown = [...texts.keys()].filter((name) => !Object.hasOwn(parameters.query, name))
      issues.push(...unknown.map((name) => ({ ...unexpected, path: toPointer('query', name) })))
    }
    return issues.length === 0 ? { ok: true, ...values } : refuse(400, issues)
  }
}

const unexpected = { keyword: 'additionalProperties', message: 'is not a documented parameter' }

/** The values of one parameter; `null` for a text that is not percent-encoded UTF-8. */
type Texts = readonly (string | null)[]

/** The value of a parameter; `undefined` if it is missing and optional. */
function readParameter(
  [text, ...others]: Texts,
  { shape, parse }: { shape: ParameterShape; parse: Parse | null },
): ReturnType<Parse> {
  if (text === undefined) {
    return shape.required
      ? fault('required', 'is required, but missing')
      : { ok: true, value: undefined }
  }
  if (others.length > 0)
    return fault('maxItems', `expected one value, received ${others.length + 1}`)
  if (text === null || !isPlainText(text))
    return fault('pattern', 'expected percent-encoded UTF-8 without NUL')
  const value = shape.kind === 'integer' ? toInteger(text) : text
  return parse?.(value) ?? { ok: true, value }
}

const fault = (keyword: string, message: string) => ({
  ok: false as const,
  issues: [{ path: '', keyword, message }],
})

const jsonNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** The integer in a text; any other text is left for the parser to reject. */
const toInteger = (text: string) =>
  jsonNumber.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text

/** The decoded values of each query parameter. A name that cannot be decoded is kept unchanged. */
function readQuery(url: string): ReadonlyMap<string, Texts> {
  const query = new Map<string, (string | null)[]>()
  const start = url.indexOf('?')
  const parts = start === -1 ? [] : url.slice(start + 1).split('&')
  for (const part of parts.filter((one) => one !== '')) {
    const [encoded = '', ...rest] = part.split('=')
    const name = decodeText(encoded) ?? encoded
    const texts = query.get(name) ?? []
    texts.push(decodeText(rest.join('=')))
    query.set(name, texts)
  }
  return query
}

function decodeText(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** Whether every store can hold the text: no NUL, no lone surrogate. */
export const isPlainText = (text: string) => text.isWellFormed() && !text.includes('\0')

/** A JSON Pointer in well-formed Unicode. */
export const toPointer = (...segments: string[]) =>
  segments
    .map((text) => `/${text.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
