import { compareText } from '../json.ts'
import type {
  Contract,
  GeneratedFile,
  Header,
  Location,
  Message,
  Operation,
  Parameter,
} from '../model.ts'
import { parameterPlaces } from '../openapi/terms.ts'
import { renderDocstring, renderKey, renderLiteral } from '../render.ts'

/** `constants.ts`: operations, messages, security schemes, servers and `x-constants` as values. */
export function emitConstants(contract: Contract): GeneratedFile {
  const operations = contract.operations.map((operation) => ({
    key: operation.id,
    value: operationValue(operation),
    text: operation.description,
    location: operation.location,
  }))
  const messages = contract.messages.map((message) => ({
    key: message.id,
    value: messageValue(message),
    location: message.location,
    text: message.summary ?? message.title ?? message.description,
  }))
  const constants = contract.constants.map(({ name, value, location, ...texts }) => ({
    key: name,
    value,
    location,
    text: [texts.description, texts.decision && `Decided in ${texts.decision}.`]
      .filter(Boolean)
      .join(' '),
  }))
  const schemes = contract.securitySchemes.map(({ name, scheme }) => ({
    key: name,
    value: withoutTexts(scheme),
  }))
  const servers = contract.servers.map(({ name, url }) => ({ key: name, value: { url } }))
  const blocks = [
    renderBlock('operations', 'What is called, by operation id.', operations),
    renderBlock('messages', 'What is sent, by message id.', messages),
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

function operationValue({
  id,
  method,
  path,
  security,
  parameters,
  requestBody,
  responses,
}: Operation): unknown {
  const byStatus = responses.map(({ status, body, headers }) => [
    status,
    { body, headers: headerValues(headers) },
  ])
  return {
    id,
    method,
    path,
    security,
    requestBody,
    parameters: parameterValues(parameters),
    responses: Object.fromEntries(byStatus),
  }
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

function messageValue({ id, name, method, contentType, payload, headers }: Message): unknown {
  return { id, name, method, contentType, payload, headers: headerValues(headers) }
}

function headerValues(headers: readonly Header[]): unknown {
  return Object.fromEntries(
    headers.map(({ name, required, schema }) => [name, { required, schema }]),
  )
}

function withoutTexts(scheme: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(scheme).filter(([key]) => key !== 'description' && !key.startsWith('x-')),
  )
}
