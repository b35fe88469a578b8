import { compareText } from '../bundle/claim-names.ts'
import type { GeneratedFile } from '../generated-file.ts'
import type { Constant, Contract, Header, Message, Operation, Parameter } from '../model.ts'
import { parameterPlaces } from '../openapi/parameter-places.ts'
import { renderDocstring } from '../render/render-docstring.ts'
import { renderKey, renderLiteral } from '../render/render-literal.ts'

/** `constants.ts`: operations, messages, security schemes, servers and `x-constants` as values. */
export function emitConstants(contract: Contract): GeneratedFile {
  const operations = contract.operations.map((operation) => ({
    key: operation.id,
    value: operationValue(operation),
    docstring: renderDocstring(operation.description, operation.location, { indent: '  ' }),
  }))
  const messages = contract.messages.map((message) => ({
    key: message.id,
    value: messageValue(message),
    docstring: renderDocstring(
      message.summary ?? message.title ?? message.description,
      message.location,
      { indent: '  ' },
    ),
  }))
  const constants = contract.constants.map((constant) => ({
    key: constant.name,
    value: constant.value,
    docstring: docstringOf(constant),
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

interface Member {
  key: string
  value: unknown
  docstring?: string
}

function renderBlock(name: string, docstring: string, members: readonly Member[]): string {
  if (members.length === 0) return `/** ${docstring} */\nexport const ${name} = {} as const`
  const lines = members
    .toSorted((a, b) => compareText(a.key, b.key))
    .map((member) => {
      const text = `  ${renderKey(member.key)}: ${renderLiteral(member.value, { indent: '  ' })},`
      return member.docstring === undefined ? text : `${member.docstring}\n${text}`
    })
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
    ...{ id, method, path, security, requestBody },
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

function docstringOf({ description, decision, location }: Constant): string {
  const text = [description, decision === null ? null : `Decided in ${decision}.`].filter(
    (part) => part !== null,
  )
  return renderDocstring(text.join(' '), location, { indent: '  ' })
}

function withoutTexts(scheme: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(scheme).filter(([key]) => key !== 'description' && !key.startsWith('x-')),
  )
}
