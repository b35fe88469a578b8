import fc from 'fast-check'
import type { Schema, SchemaSource } from '../arbitrary-of.ts'
import { below, type Document, follow, nodeAt, operationsOf } from '../document.ts'
import type { HeaderLine, Request } from '../http/exchange.ts'

type Parameter = { name: string; required: boolean; schema: Schema; example: unknown }

/** An operation as its document describes what may be sent to it. */
export type Operation = {
  path: string
  method: string
  /** The status of a success with a body. */
  success: number
  headers: readonly Parameter[]
  /** Parameters in the path. */
  keys: readonly Parameter[]
  /** The status where nothing is at such a path; a success where an operation takes every path. */
  missing: number
  query: readonly Parameter[]
  /** The schema of its JSON body; `undefined` if it takes none. */
  body: Schema | undefined
  /** The alternatives; each is the scheme that it names. */
  security: readonly Scheme[]
}

type Scheme = { type: 'http'; scheme: 'bearer' } | { type: 'apiKey'; in: 'header'; name: string }

/** A request and the status that the contract owes it. */
export type RequestCase = {
  /** Names the kind in the message of a failure and in the count of kinds. */
  kind: string
  request: Request
  status: number
}

/** A request without its method and key, and the status that it should get. */
export type Shape = Pick<RequestCase, 'kind' | 'status'> & Omit<Request, 'method'>

/** What requests to one operation are made of. */
export type RequestWorld = {
  operation: Operation
  all: readonly Operation[]
  /** Paths at which the server has something, if the operation has parameters in its path. */
  known: readonly string[]
  /** One of its requests, the same each time. */
  sample: Shape
  source: SchemaSource
  /** A key of the server's environment, one of another, and one that was revoked. */
  keys: { own: string; other: string; revoked: string }
  allowedOrigin: string
  /** The entity tag that the answer has now, if it has one. */
  entityTag: string | undefined
}

/** The operations of an OpenAPI document. Throws for what no request is generated for yet. */
export const readOperations = (document: Document): Operation[] =>
  operationsOf(document).map(({ path, method, place }) => {
    const { parameters = [], security, requestBody, responses } = nodeAt(document, place) as Node
    const all = parameters.map((_, index) => {
      const parameter = follow(document, below(place, 'parameters', String(index)))
      const { required = false, ...node } = nodeAt(document, parameter) as ParameterNode
      if (node.in === 'cookie') throw unknown(parameter, 'a parameter in a cookie')
      const schema = nodeAt(document, below(parameter, 'schema')) as Schema
      return { in: node.in, name: node.name, required, schema, example: node.example }
    })
    const inPlace = (one: string) => all.filter((parameter) => parameter.in === one)
    const bodyOf = (pointer: string) =>
      nodeAt(document, below(pointer, 'content', 'application/json', 'schema')) as Schema
    const statuses = Object.keys(responses)
    const success = Number(statuses.find((status) => status.startsWith('2')))
    return {
      path,
      method: method.toUpperCase(),
      success,
      missing: statuses.includes('404') ? 404 : success,
      headers: inPlace('header'),
      keys: inPlace('path'),
      query: inPlace('query'),
      body: requestBody && bodyOf(follow(document, below(place, 'requestBody'))),
      security: (security ?? (document.security as object[])).map((one) => {
        const [name = '', ...others] = Object.keys(one)
        if (others.length > 0) throw unknown(place, 'several schemes at once')
        return nodeAt(document, below('#/components/securitySchemes', name)) as Scheme
      }),
    }
  })

type ParameterNode = { name: string; in: string; required?: boolean; example?: unknown }
type Node = { parameters?: unknown[]; security?: object[]; requestBody?: object; responses: object }

const unknown = (pointer: string, what: string) =>
  new TypeError(
    `${pointer} has ${what}, and no request is generated for that. Teach it to ${import.meta.filename}.`,
  )

/** A text with its letters in other cases. */
const inAnyCase = (text: string): fc.Arbitrary<string> =>
  fc.mixedCase(fc.constant(text.toLowerCase()))

/** The header line by which a scheme carries a key, in every form that is one. */
export function lineOf(scheme: Scheme, key: string): fc.Arbitrary<HeaderLine> {
  if (scheme.type === 'apiKey') return inAnyCase(scheme.name).map((name) => [name, key])
  return fc
    .tuple(inAnyCase('authorization'), inAnyCase('bearer'), fc.integer({ min: 1, max: 3 }))
    .map(([name, word, spaces]) => [name, `${word}${' '.repeat(spaces)}${key}`])
}

/** A key by one of the schemes, or by several of them at once. */
export const linesOf = (schemes: readonly Scheme[], key: string): fc.Arbitrary<HeaderLine[]> =>
  fc
    .shuffledSubarray([...schemes], { minLength: 1 })
    .chain((some) => fc.tuple(...some.map((scheme) => lineOf(scheme, key))))
