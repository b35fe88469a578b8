import fc from 'fast-check'
import { arbitraryOf, type Schema } from '../arbitrary-of.ts'
import { fillPath } from '../document.ts'
import type { HeaderLine } from '../http/exchange.ts'
import { linesOf, type RequestCase, type RequestWorld, type Shape } from './read-operations.ts'

type Unsampled = Omit<RequestWorld, 'sample'>

/** What the operation is asked for: whatever its path, query and body may say. */
function shapes({ operation, known, source }: Unsampled): fc.Arbitrary<Shape> {
  const { path, keys, missing, query, body, success } = operation
  const valuesOf = ({ schema }: { schema: Schema }) => arbitraryOf(schema, source).map(String)
  const unknown = fc
    .tuple(...keys.map(valuesOf))
    .map((values) => ({
      target: fillPath(
        path,
        Object.fromEntries(keys.map(({ name }, at) => [name, values[at] ?? ''])),
      ),
      kind: missing === success ? 'success' : 'nothing there',
      status: missing,
    }))
  const paths = keys.length === 0 ? [path] : known
  const there = paths.map((target) => ({ target, kind: 'success', status: success }))
  const places = there.length === 0 ? [] : [fc.constantFrom(...there)]
  return fc
    .record({
      place: fc.oneof(...places, ...(keys.length === 0 ? [] : [unknown])),
      asked: fc.tuple(
        ...query.map(({ name, required, schema }) => {
          const value = valuesOf({ schema }).map((one): HeaderLine[] => [[name, one]])
          return required ? value : fc.oneof(value, fc.constant([]))
        }),
      ),
      value:
        body === undefined ? fc.constant(undefined) : arbitraryOf(body, source).filter(isStorable),
    })
    .map(({ place: { target, ...owed }, asked, value }): Shape => {
      const text = String(
        new URLSearchParams(asked.flat().map(([name, one]): [string, string] => [name, one])),
      )
      return {
        ...owed,
        target: text === '' ? target : withQuery(target, text),
        ...(body === undefined
          ? { headers: [] }
          : { headers: [json], body: JSON.stringify(value) }),
      }
    })
}

/** The store cannot keep the character NUL, so the server refuses it. */
const isStorable = (value: unknown) => !JSON.stringify(value).includes('\\u0000')

const json: HeaderLine = ['Content-Type', 'application/json']

/** One shape, the same each time. */
export function sampleOf(world: Unsampled): Shape {
  const [shape] = fc.sample(shapes(world), { seed: 1, numRuns: 1 })
  if (shape === undefined) throw new Error('fast-check gave no sample.')
  return shape
}

/** Requests that keep to the document: each is owed a success, or 404 where there is nothing. */
export const documentedRequest = (world: RequestWorld): fc.Arbitrary<RequestCase> =>
  fc
    .record({
      shape: shapes(world),
      credentials: linesOf(world.operation.security, world.keys.own),
      parameters: parameterLines(world),
      others: otherLines(world),
      seed: fc.nat(),
    })
    .map(({ shape, credentials, parameters, others, seed }) => {
      const { kind, status, target, body } = shape
      const lines = [...credentials, ...parameters, ...others, ...shape.headers]
      const tags = parameters.filter(([name]) => name === 'If-None-Match').map(([, value]) => value)
      // No tag is compared where there is nothing, and the one that is known is that of one place.
      const [first = world.operation.path] = world.known
      const isTagged = target.split('?')[0] === first
      const isKnown =
        kind === 'success' &&
        tags.some((value) => value === '*' || (isTagged && hasTag(value, world.entityTag)))
      return {
        kind: isKnown ? 'not modified' : kind,
        request: { method: world.operation.method, target, headers: rotate(lines, seed), body },
        status: isKnown ? 304 : status,
      }
    })

/** Requests with query parameters, of which none is agreed: ignored, says the document. */
export const withUnknownQuery = (world: RequestWorld): fc.Arbitrary<RequestCase> =>
  fc
    .tuple(
      documentedRequest(world),
      fc.webQueryParameters({ size: 'small' }).filter((query) => query !== ''),
    )
    .map(([{ request, ...rest }, query]) => ({
      ...rest,
      kind: 'unknown query',
      request: { ...request, target: withQuery(request.target, query) },
    }))

/** The target with one more query parameter. */
export const withQuery = (target: string, query: string) =>
  target + (target.includes('?') ? '&' : '?') + query

/** Values of the declared header parameters, with those among them that name the list as it is. */
function parameterLines({
  operation,
  source,
  entityTag,
}: RequestWorld): fc.Arbitrary<HeaderLine[]> {
  const lines = operation.headers.map(({ name, schema, required }) => {
    const value = fc.oneof(
      arbitraryOf(schema, source),
      ...(entityTag !== undefined && source.accepts(schema, entityTag)
        ? [fc.constantFrom(entityTag, `"other", ${entityTag}`, '*')]
        : []),
    )
    const line = value.map((one): HeaderLine[] => [[name, String(one)]])
    return required ? line : fc.oneof(line, fc.constant([]))
  })
  return fc.tuple(...lines).map((all) => all.flat())
}

/** What any caller may send besides, as the description of the document says. */
export const otherLines = ({ allowedOrigin }: RequestWorld): fc.Arbitrary<HeaderLine[]> =>
  fc.subarray<HeaderLine>([
    ['Origin', allowedOrigin],
    ['Accept-Encoding', 'gzip, br;q=0.5'],
    ['Accept', 'application/json'],
    ['User-Agent', 'contract tests'],
    ['Cookie', 'a=b'],
  ])

/** Whether a value names a tag, compared weakly (RFC 9110, 13.1.2). */
const hasTag = (value: string, tag: string | undefined) =>
  [...value.matchAll(/"[^"]*"/g)].some(([one]) => one === tag?.replace(/^W\//, ''))

const rotate = <T>(items: readonly T[], by: number): T[] => {
  const at = items.length > 0 ? by % items.length : 0
  return [...items.slice(at), ...items.slice(0, at)]
}
