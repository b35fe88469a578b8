import fc from 'fast-check'
import type { Schema } from '../arbitraries/flatten.ts'
import { below, type Document, follow, nodeAt } from '../document.ts'
import type { HeaderLine } from '../http/exchange.ts'

/** An operation as its document describes what may be sent to it. */
export type Operation = {
  path: string
  method: string
  headers: readonly { name: string; required: boolean; schema: Schema }[]
  /** The alternatives; each is the schemes that it names. */
  security: readonly Scheme[]
}

type Scheme = { type: 'http'; scheme: 'bearer' } | { type: 'apiKey'; in: 'header'; name: string }

type Node = {
  parameters?: { name: string; in: string; required?: boolean }[]
  security?: Record<string, unknown>[]
  requestBody?: unknown
}

/** The operations of an OpenAPI document. Throws for what no request is generated for yet. */
export function readOperations(document: Document): Operation[] {
  const paths = document.paths as Record<string, Record<string, unknown>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => !method.startsWith('x-'))
      .map((method) => readOperation(document, { path, method })),
  )
}

function readOperation(
  document: Document,
  { path, method }: { path: string; method: string },
): Operation {
  const pointer = below('#/paths', path, method)
  const { parameters = [], security, requestBody } = nodeAt(document, pointer) as Node
  if (requestBody !== undefined || path.includes('{'))
    throw unknown(pointer, 'a body or path value')
  return {
    path,
    method: method.toUpperCase(),
    headers: parameters.map((_, index) => {
      const place = follow(document, below(pointer, 'parameters', String(index)))
      const node = nodeAt(document, place) as { name: string; in: string; required?: boolean }
      if (node.in !== 'header') throw unknown(place, `a parameter in ${node.in}`)
      const schema = nodeAt(document, below(place, 'schema')) as Schema
      return { name: node.name, required: node.required ?? false, schema }
    }),
    security: (security ?? (document.security as Record<string, unknown>[])).map((one) => {
      const names = Object.keys(one)
      const scheme = nodeAt(document, below('#/components/securitySchemes', names[0] ?? ''))
      if (names.length !== 1) throw unknown(pointer, 'several schemes at once')
      return scheme as Scheme
    }),
  }
}

const unknown = (pointer: string, what: string) =>
  new TypeError(
    `${pointer} has ${what}, and no request is generated for that. Teach it to ${import.meta.filename}.`,
  )

/** A text with its letters in other cases. */
const inAnyCase = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((ups) =>
      [...text]
        .map((letter, at) => (ups[at] ? letter.toUpperCase() : letter.toLowerCase()))
        .join(''),
    )

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
