import { compareText } from '../json.ts'
import type { Contract, GeneratedFile, Header, Location, Operation, Parameter } from '../model.ts'
import { parameterPlaces } from '../openapi/terms.ts'
import { renderDocstring, renderKey, renderLiteral } from '../render.ts'

/** `constants.ts`: operations, calls, messages, security schemes, servers and `x-constants` as values. */
export function emitConstants(contract: Contract): GeneratedFile {
  const operations = contract.operations.map(
    ({ description: text, location, parameters, responses, ...own }): Member => {
      const byStatus = responses.map(({ status, body, headers }) => {
        return [status, { body, headers: headerValues(headers) }]
      })
      const value = {
        ...own,
        parameters: parameterValues(parameters),
        responses: Object.fromEntries(byStatus),
      }
      return { key: own.id, value, text, location }
    },
  )
  const calls = contract.operations.map((operation): Member => {
    return { key: operation.id, value: callValue(operation) }
  })
  const headers = responseHeaders(contract).map(([key, value]): Member => ({ key, value }))
  const messages = contract.messages.map((message): Member => {
    const { id, name, method, contentType, payload, headers, location } = message
    const text = message.summary ?? message.title ?? message.description
    const value = { id, name, method, contentType, payload, headers: headerValues(headers) }
    return { key: id, value, text, location }
  })
  const channels = contract.channels.map(
    ({ id, description: text, location, ...value }): Member => {
      return { key: id, value, text, location }
    },
  )
  const constants = contract.constants.map(({ name, value, location, ...texts }): Member => {
    const decided = texts.decision && `Decided in ${texts.decision}.`
    const text = [texts.description, decided].filter(Boolean).join(' ')
    return { key: name, value, text, location }
  })
  const schemes = contract.securitySchemes.map(({ name, scheme }): Member => {
    const isText = (key: string) => key === 'description' || key.startsWith('x-')
    const members = Object.entries(scheme).filter(([key]) => !isText(key))
    return { key: name, value: Object.fromEntries(members) }
  })
  const servers = contract.servers.map(({ name, url }) => ({ key: name, value: { url } }))
  const blocks = [
    renderBlock('operations', 'What is called, by operation id.', operations),
    renderBlock(
      'calls',
      'What a client needs of each operation, by operation id. Smaller in a bundle than `operations`.',
      calls,
    ),
    renderBlock(
      'responseHeaders',
      'Names of response headers, by schema. A schema that several headers share is left out.',
      headers,
    ),
    renderBlock('messages', 'What is sent, by message id.', messages),
    ...(channels.length > 0
      ? [renderBlock('channels', 'Where messages go whose addresses have parameters.', channels)]
      : []),
    renderBlock('securitySchemes', 'How callers authenticate.', schemes),
    renderBlock('servers', 'Where the operations are served.', servers),
    renderBlock('constants', 'Every value that the documents name under `x-constants`.', constants),
  ]
  return { path: 'constants.ts', content: `${blocks.join('\n\n')}\n` }
}

/** With its text and place if it has a docstring. */
interface Member {
  key: string
  value: unknown
  text?: string | null
  location?: Location
}

function renderBlock(name: string, docstring: string, members: readonly Member[]): string {
  if (members.length === 0) return `/** ${docstring} */\nexport const ${name} = {} as const`
  const lines = members
    .toSorted((a, b) => compareText(a.key, b.key))
    .flatMap(({ key, value, text = null, location }) => [
      ...(location === undefined ? [] : [renderDocstring(text, location, { indent: '  ' })]),
      `  ${renderKey(key)}: ${renderLiteral(value, { indent: '  ' })},`,
    ])
  return [`/** ${docstring} */`, `export const ${name} = {`, ...lines, '} as const'].join('\n')
}

/** Request headers by schema, and the content type of each answer. */
function callValue({ id, method, path, parameters, responses }: Operation): unknown {
  const headers = parameters.filter((parameter) => parameter.in === 'header')
  const bodies = responses.map(({ status, body }) => [status, body?.contentType ?? null])
  return {
    id,
    method,
    path,
    headers: Object.fromEntries(namesBySchema(headers)),
    responses: Object.fromEntries(bodies),
  }
}

function responseHeaders({ operations }: Contract): [schema: string, name: string][] {
  return namesBySchema(
    operations.flatMap(({ responses }) => responses.flatMap(({ headers }) => headers)),
  )
}

/** Without the schemas that several headers have: no name could be told from the others. */
function namesBySchema(
  headers: readonly Pick<Header, 'name' | 'schema'>[],
): [schema: string, name: string][] {
  // The name of a header is the same in upper and lower case.
  const named = new Map(headers.map((one) => [`${one.name.toLowerCase()} ${one.schema}`, one]))
  const schemas = Array.from(named.values(), ({ schema }) => schema)
  return [...named.values()].flatMap(({ name, schema }) =>
    schema !== null && schemas.indexOf(schema) === schemas.lastIndexOf(schema)
      ? [[schema, name]]
      : [],
  )
}

function parameterValues(parameters: readonly Parameter[]): unknown {
  const byPlace = parameterPlaces.map((place) => {
    const rows = parameters.filter((parameter) => parameter.in === place)
    return [place, Object.fromEntries(rows.map((row) => [row.name, parameterValue(row)]))]
  })
  return Object.fromEntries(byPlace)
}

function parameterValue({ required, schema, kind, items, form }: Parameter): unknown {
  return { required, schema, kind, ...(kind === 'array' && { items }), ...form }
}

function headerValues(headers: readonly Header[]): unknown {
  return Object.fromEntries(headers.map(({ name, ...header }) => [name, header]))
}
