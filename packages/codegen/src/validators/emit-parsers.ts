import type { Contract, GeneratedFile, Header, NamedSchema, Parameter } from '../model.ts'
import { parameterPlaces } from '../openapi/terms.ts'
import { namesOfScalars, type ShapePlans } from '../readers/to-shape.ts'
import { renderKey, renderText } from '../render.ts'
import { opensValues } from '../schema/to-sent.ts'

interface ParserOptions {
  hasReaders: boolean
  /** The module that the types come from. */
  typesModule: string
  /** By schema, the function that checks it as its sender must meet it. */
  sent: ReadonlyMap<string, string>
  plans: ShapePlans
}

/**
 * `parsers.ts`: for each schema a parser, a guard and a Standard Schema object, once per form. The guard of
 * a scalar checks the schema as written: to know that it is a string would be of no use. Only functions of
 * the module stand in its statements: for any other name the compiler searches all statements before it.
 */
export function emitParsers(
  contract: Contract,
  { hasReaders, typesModule, sent, plans }: ParserOptions,
): GeneratedFile {
  const exports = nameExports(contract.schemas)
  const scalars = namesOfScalars(plans)
  const opening = opensValues(contract.schemas)
  const parts = [...exports].flatMap(([name, names]) => {
    const check = `check.${sent.get(name)}`
    const reader = render(names.received, {
      parser: `readValue(shape.${name}, ${check}, value)`,
      guard: scalars.has(name) ? `passes(${check}, value)` : `isReadable(shape.${name}, value)`,
      type: opening.has(name) ? `Received<t.${name}>` : `t.${name}`,
      says: `\`${name}\`, as its reader takes it.`,
    })
    const writer = render(names.sent, {
      parser: `parseValue(${check}, value)`,
      guard: `passes(${check}, value)`,
      type: `t.${name}`,
      says: `\`${name}\`, as its writer must write it.`,
    })
    return hasReaders ? [reader, writer] : [writer]
  })
  const code = parts.join('\n')
  const head = renderImports(code, { hasReaders, typesModule })
  const tables = emitParserTables(contract, { hasReaders, exports })
  const content = [...(parts.length > 0 ? [head, code] : []), tables].join('\n')
  return { path: 'parsers.ts', content }
}

function renderImports(
  code: string,
  { hasReaders, typesModule }: Pick<ParserOptions, 'hasReaders' | 'typesModule'>,
): string {
  const used = (name: string, sign: string) => (code.includes(`${name}${sign}`) ? [name] : [])
  const types = ['Parser', 'ParseResult', ...used('Received', '<')]
  const readers = [...used('isReadable', '('), ...used('readValue', '(')]
  const values = ['createStandardSchema', ...readers, 'parseValue', 'passes']
  return [
    `import type * as t from ${renderText(typesModule)}`,
    `import { ${values.join(', ')} } from './runtime.ts'`,
    `import type { ${[...types, 'StandardSchema'].join(', ')} } from './runtime.ts'`,
    ...(hasReaders ? ["import * as shape from './shapes.ts'"] : []),
    "import * as check from './validators.js'",
    '',
    'function toSchema<T>(parse: Parser<T>): StandardSchema<T> {',
    '  return createStandardSchema(parse)',
    '}',
    '',
  ].join('\n')
}

function render(
  { parse, is, schema }: ExportNames,
  { parser, guard, type, says }: { parser: string; guard: string; type: string; says: string },
): string {
  return [
    `/** ${says} */`,
    `export function ${parse}(value: unknown): ParseResult<${type}> { return ${parser} }`,
    `export function ${is}(value: unknown): value is ${type} { return ${guard} }`,
    `export const ${schema}: StandardSchema<${type}> = /* @__PURE__ */ toSchema(${parse})`,
    '',
  ].join('\n')
}

interface Exports {
  hasReaders: boolean
  exports: ReadonlyMap<string, SchemaExports>
}

/** A member of an object literal: its key, and its code or its own members. */
type Row = readonly [key: string, value: string | readonly Row[]]

/** The tables of parsers by their place on the wire, such as `requestParsers`. */
function emitParserTables({ operations, messages }: Contract, exports: Exports): string {
  const body = (name: string, schema: string, required?: boolean): Row => {
    const head = required === undefined ? '' : `required: ${required}, `
    return [name, `{ ${head}${parsers(schema, exports)} }`]
  }
  const none: Row = ['body', 'null']
  const headersOf = (headers: readonly Header[]): Row => ['headers', toRows(headers, exports)]
  const requests = operations.map(({ id, requestBody: request, parameters }): Row => {
    const places = parameterPlaces.map((place): Row => {
      const own = parameters.filter((parameter) => parameter.in === place)
      return [place, toRows(own, exports)]
    })
    const content = request ? body('body', request.schema, request.required) : none
    return [id, [content, ['parameters', places]]]
  })
  const responses = operations.map((operation): Row => {
    const byStatus = operation.responses.map(({ status, body: content, headers }): Row => {
      return [status, [content ? body('body', content.schema) : none, headersOf(headers)]]
    })
    return [operation.id, byStatus]
  })
  const received = messages.map(({ id, payload, headers }): Row => {
    return [id, [body('payload', payload), headersOf(headers)]]
  })
  const readers = operations.map(({ id, responses: answers }): Row => {
    const readerOf = (schema = '') => exports.exports.get(schema)?.received.parse ?? 'null'
    return [id, answers.map(({ status, body: content }) => [status, readerOf(content?.schema)])]
  })
  const readerTable = [
    '/** Only the received body parsers of `responseParsers`, so that a client bundle omits the others. */',
    `export const responseReaders = ${renderRows(readers)} as const`,
    '',
  ]
  return [
    '/** The parsers of the body and parameters of each request, by operation. */',
    `export const requestParsers = ${renderRows(requests)} as const`,
    '',
    '/** The parsers of the bodies and headers of each response, by operation and status. */',
    `export const responseParsers = ${renderRows(responses)} as const`,
    '',
    ...(exports.hasReaders ? readerTable : []),
    '/** The parsers of the payload and headers of each message. */',
    `export const messageParsers = ${renderRows(received)} as const`,
    '',
  ].join('\n')
}

/** An object literal with each member on lines of its own. */
function renderRows(rows: readonly Row[], indent = ''): string {
  const lines = rows.map(([key, value]) => {
    const code = typeof value === 'string' ? value : renderRows(value, `${indent}  `)
    return `${indent}  ${renderKey(key)}: ${code},\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** Parameters or headers, which have a name and may be missing. */
function toRows(named: readonly (Header | Parameter)[], exports: Exports): Row[1] {
  const rows = named.map(({ name, required, schema }) => {
    return [name, `{ required: ${required}, ${parsers(schema, exports)} }`] as const
  })
  const [[name = '', parser = ''] = [], ...others] = rows
  // Without readers a row is short.
  const isShort = !exports.hasReaders && others.length === 0
  if (rows.length === 0) return '{}'
  return isShort ? `{ ${renderKey(name)}: ${parser} }` : rows
}

function parsers(schema: string | null, { hasReaders, exports }: Exports): string {
  const names = schema === null ? undefined : exports.get(schema)
  const sent = `sent: ${names?.sent.parse ?? 'null'}`
  return hasReaders ? `${sent}, received: ${names?.received.parse ?? 'null'}` : sent
}

/** The exports that belong to one form of a schema. */
type ExportNames = Record<'parse' | 'is' | 'schema', string>

/** The exports of one schema, for its reader and for its writer. */
type SchemaExports = Record<'received' | 'sent', ExportNames>

/**
 * The names of the exports of each schema. The reader's names are plain; those of a message payload end
 * in `Received`. If the names of two schemas clash, the plain one stays and the other gets `_`.
 */
function nameExports(schemas: readonly NamedSchema[]): Map<string, SchemaExports> {
  const taken = new Set([
    ...['requestParsers', 'responseParsers', 'responseReaders', 'messageParsers', 'check', 'shape'],
    ...['createStandardSchema', 'isReadable', 'parseValue', 'passes', 'readValue', 'toSchema'],
  ])
  const claim = (name: string): string => {
    const free = taken.has(name) ? claim(`${name}_`) : name
    taken.add(free)
    return free
  }
  const claimAll = (name: string): ExportNames => ({
    parse: claim(`parse${name}`),
    is: claim(`is${name}`),
    schema: claim(`${lowerFirst(name)}Schema`),
  })
  const readable = schemas.filter(({ isMessagePayload }) => !isMessagePayload)
  const plain = new Map(readable.map(({ name }) => [name, claimAll(name)]))
  const rows = schemas.map(({ name }): [string, SchemaExports] => {
    const received = plain.get(name) ?? claimAll(`${name}Received`)
    return [name, { received, sent: claimAll(`${name}Sent`) }]
  })
  return new Map(rows)
}

/** `CountryList` → `countryList`, `URLList` → `urlList`. */
function lowerFirst(name: string): string {
  return name.replace(/^(?:\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|\p{Lu})/u, (start) =>
    start.toLowerCase(),
  )
}
