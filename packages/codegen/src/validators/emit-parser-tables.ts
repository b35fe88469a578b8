import { renderKey } from '../constants/render-literal.ts'
import type { Contract, Operation } from '../model.ts'
import { parameterPlaces } from '../openapi/parameter-places.ts'
import type { SchemaExports } from './name-exports.ts'

interface Exports {
  hasReaders: boolean
  exports: ReadonlyMap<string, SchemaExports>
}

/** A value on the wire that has a name and may be missing. */
interface Named {
  name: string
  required: boolean
  schema: string | null
}

/** `requestParsers`, `responseParsers` and `messageParsers`: the parsers by where on the wire their values stand. */
export function emitParserTables({ operations, messages }: Contract, exports: Exports): string {
  const requests = operations.map((operation) => renderRequest(operation, exports))
  const responses = operations.map((operation) => renderResponses(operation, exports))
  const received = messages.map(
    ({ id, payload, headers }) =>
      `  ${renderKey(id)}: {\n    payload: { ${parsers(payload, exports)} },\n    headers: ${renderNamed(headers, exports, '    ')},\n  },\n`,
  )
  return [
    '/** The parsers of the body and parameters of each request, by operation. */',
    `export const requestParsers = {\n${requests.join('')}} as const`,
    '',
    '/** The parsers of the bodies and headers of each response, by operation and status. */',
    `export const responseParsers = {\n${responses.join('')}} as const`,
    '',
    '/** The parsers of the payload and headers of each message. */',
    `export const messageParsers = {\n${received.join('')}} as const`,
    '',
  ].join('\n')
}

function renderRequest({ id, requestBody, parameters }: Operation, exports: Exports): string {
  const body =
    requestBody === null
      ? 'null'
      : `{ required: ${requestBody.required}, ${parsers(requestBody.schema, exports)} }`
  const places = parameterPlaces.map((place) => {
    const named = parameters.filter((parameter) => parameter.in === place)
    return `      ${place}: ${renderNamed(named, exports, '      ')},\n`
  })
  return `  ${renderKey(id)}: {\n    body: ${body},\n    parameters: {\n${places.join('')}    },\n  },\n`
}

function renderResponses({ id, responses }: Operation, exports: Exports): string {
  const rows = responses.map(({ status, body, headers }) => {
    const content = body === null ? 'null' : `{ ${parsers(body.schema, exports)} }`
    return `    ${renderKey(status)}: {\n      body: ${content},\n      headers: ${renderNamed(headers, exports, '      ')},\n    },\n`
  })
  return `  ${renderKey(id)}: {\n${rows.join('')}  },\n`
}

function renderNamed(named: readonly Named[], exports: Exports, indent: string): string {
  if (named.length === 0) return '{}'
  const rows = named.map(
    ({ name, required, schema }) =>
      `${indent}  ${renderKey(name)}: { required: ${required}, ${parsers(schema, exports)} },\n`,
  )
  // Without readers a row is short.
  if (!exports.hasReaders && rows.length === 1) return `{ ${rows.join().trim().slice(0, -1)} }`
  return `{\n${rows.join('')}${indent}}`
}

function parsers(schema: string | null, { hasReaders, exports }: Exports): string {
  const names = schema === null ? undefined : exports.get(schema)
  const sent = `sent: ${names?.sent.parse ?? 'null'}`
  return hasReaders ? `${sent}, received: ${names?.received.parse ?? 'null'}` : sent
}
