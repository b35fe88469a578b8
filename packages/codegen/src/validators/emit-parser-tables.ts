import { renderKey } from '../constants/render-literal.ts'
import type { Contract, Header } from '../model.ts'
import type { SchemaExports } from './name-exports.ts'

type Exports = ReadonlyMap<string, SchemaExports>

/** `responseParsers` and `messageParsers`: the parsers by where on the wire their values stand. */
export function emitParserTables({ operations, messages }: Contract, exports: Exports): string {
  const responses = operations.map(({ id, responses }) => {
    const rows = responses.map(({ status, body, headers }) => {
      const content = body === null ? 'null' : parsers(body.schema, exports)
      return `    ${renderKey(status)}: {\n      body: ${content},\n      headers: ${headerParsers(headers, exports, '      ')},\n    },\n`
    })
    return `  ${renderKey(id)}: {\n${rows.join('')}  },\n`
  })
  const received = messages.map(
    ({ id, payload, headers }) =>
      `  ${renderKey(id)}: {\n    payload: ${parsers(payload, exports)},\n    headers: ${headerParsers(headers, exports, '    ')},\n  },\n`,
  )
  return [
    '/** The parsers of the bodies and headers of each response, by operation and status. */',
    `export const responseParsers = {\n${responses.join('')}} as const`,
    '',
    '/** The parsers of the payload and headers of each message. */',
    `export const messageParsers = {\n${received.join('')}} as const`,
    '',
  ].join('\n')
}

function parsers(schema: string, exports: Exports): string {
  const names = exports.get(schema)
  return `{ sent: ${names?.sent.parse ?? 'null'}, received: ${names?.received.parse ?? 'null'} }`
}

function headerParsers(headers: readonly Header[], exports: Exports, indent: string): string {
  if (headers.length === 0) return '{}'
  const rows = headers.map(({ name, required, schema }) => {
    const names = schema === null ? undefined : exports.get(schema)
    return `${indent}  ${renderKey(name)}: { required: ${required}, sent: ${names?.sent.parse ?? 'null'}, received: ${names?.received.parse ?? 'null'} },\n`
  })
  return `{\n${rows.join('')}${indent}}`
}
