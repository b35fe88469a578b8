import type { Contract } from '../codegen/codegen.ts'
import type { DocumentKind } from '../finding.ts'

/** A schema whose values go over the wire, and which way. */
export interface Traveller {
  schema: string
  document: DocumentKind
  isSent: boolean
}

/** What the platform sends and reads: bodies, payloads, headers, parameters. */
export function travellingSchemas({ operations, messages }: Contract): Traveller[] {
  const found = [
    ...operations.flatMap(({ responses, parameters, requestBody }) => [
      ...responses.flatMap(({ body, headers }) =>
        [body, ...headers].map((part) => ({ schema: part?.schema, isSent: true })),
      ),
      ...[requestBody, ...parameters].map((part) => ({ schema: part?.schema, isSent: false })),
    ]),
  ].map((part) => ({ ...part, document: 'openapi' as const }))
  const sent = messages.flatMap(({ payload, headers }) =>
    [payload, ...headers.map(({ schema }) => schema)].map((schema) => ({
      schema,
      isSent: true,
      document: 'asyncapi' as const,
    })),
  )
  const unique = new Map<string, Traveller>()
  for (const { schema, ...part } of [...found, ...sent]) {
    if (schema) unique.set(`${schema} ${part.isSent}`, { schema, ...part })
  }
  return [...unique.values()]
}
