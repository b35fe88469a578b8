import fc from 'fast-check'
import { arbitraryOf } from '../arbitrary-of.ts'
import type { HeaderLine } from '../http/exchange.ts'
import type { RequestCase, RequestWorld } from './read-operations.ts'
import { linesOf } from './read-operations.ts'

/** Requests that keep to the document: each is owed a success. */
export const documentedRequest = (world: RequestWorld): fc.Arbitrary<RequestCase> =>
  fc
    .record({
      credentials: linesOf(world.operation.security, world.keys.own),
      parameters: parameterLines(world),
      others: otherLines(world),
      seed: fc.nat(),
    })
    .map(({ credentials, parameters, others, seed }) => {
      const headers = rotate([...credentials, ...parameters, ...others], seed)
      const tags = parameters.filter(([name]) => name === 'If-None-Match').map(([, value]) => value)
      const isKnown = tags.some((value) => hasTag(value, world.entityTag))
      return {
        kind: isKnown ? 'not modified' : 'success',
        request: { method: world.operation.method, target: world.operation.path, headers },
        status: isKnown ? 304 : 200,
        isDocumented: true,
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
      request: { ...request, target: `${request.target}?${query}` },
      isDocumented: false,
    }))

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
  value === '*' || [...value.matchAll(/"[^"]*"/g)].some(([one]) => one === tag?.replace(/^W\//, ''))

const rotate = <T>(items: readonly T[], by: number): T[] => {
  const at = items.length > 0 ? by % items.length : 0
  return [...items.slice(at), ...items.slice(0, at)]
}
