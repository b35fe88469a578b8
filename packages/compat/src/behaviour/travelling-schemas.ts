import { type Direction, routesOf } from '../document/asyncapi-routes.ts'
import type { SpecDocument } from '../document/open-document.ts'
import type { DocumentKind } from '../finding.ts'
import type { Side } from '../sides/open-side.ts'

/** A schema whose values go over the wire, and which way. */
export interface Traveller {
  schema: string
  document: DocumentKind
  isSent: boolean
}

/** What the platform sends and reads: bodies, payloads, headers, parameters. */
export function travellingSchemas({ contract, documents }: Side): Traveller[] {
  const { operations, messages } = contract
  const ways = waysOf(documents.asyncapi)
  const found = [
    ...operations.flatMap(({ responses, parameters, requestBody }) => [
      ...responses.flatMap(({ body, headers }) =>
        [body, ...headers].map((part) => ({ schema: part?.schema, isSent: true })),
      ),
      ...[requestBody, ...parameters].map((part) => ({ schema: part?.schema, isSent: false })),
    ]),
  ].map((part) => ({ ...part, document: 'openapi' as const }))
  const carried = messages.flatMap(({ payload, headers, location }) => {
    // Locations name the folder that holds the documents first; documents do not.
    const place = `${location.file.split('/').slice(1).join('/')} ${location.pointer}`
    const directions = ways.get(place) ?? ['sends']
    return [payload, ...headers.map(({ schema }) => schema)].flatMap((schema) =>
      directions.map((direction) => ({
        schema,
        isSent: direction === 'sends',
        document: 'asyncapi' as const,
      })),
    )
  })
  const unique = new Map<string, Traveller>()
  for (const { schema, ...part } of [...found, ...carried]) {
    if (schema) unique.set(`${schema} ${part.isSent}`, { schema, ...part })
  }
  return [...unique.values()]
}

/** Which way each message goes, by `file pointer`. */
function waysOf(document: SpecDocument | undefined): Map<string, Direction[]> {
  const ways = new Map<string, Direction[]>()
  if (document === undefined) return ways
  for (const { node, direction, isMessage } of routesOf(document)) {
    const place = `${document.nameOf(node.file)} ${node.pointer}`
    if (isMessage) ways.set(place, [...(ways.get(place) ?? []), direction])
  }
  return ways
}
