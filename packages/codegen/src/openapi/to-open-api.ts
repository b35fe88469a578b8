import { compareText } from '../json.ts'
import type { Contract, Message } from '../model.ts'
import { isIgnoredHeader } from './terms.ts'

/** A JSON object whose members are not typed further. */
export type OpenApiDocument = Record<string, unknown> & {
  openapi: '3.1.0'
  paths: Record<string, Record<string, unknown>>
  webhooks: Record<string, Record<string, unknown>>
  components: Record<string, Record<string, unknown>>
}

/**
 * One OpenAPI 3.1 document of the whole contract: the paths of its OpenAPI documents, a `webhooks`
 * section derived from the messages of its AsyncAPI documents, and the schemas that both share.
 * Needs no other file. Shares its nodes with the contract: copy it before you change it.
 */
export function toOpenApi(contract: Contract): OpenApiDocument {
  const { info, header, paths, webhooks, components } = contract.parts
  return {
    openapi: '3.1.0',
    info: { title: 'API', version: '0.0.0', ...info },
    ...header,
    paths,
    webhooks: { ...toWebhooks(contract.messages), ...webhooks },
    components: {
      ...components,
      schemas: Object.fromEntries(contract.schemas.map(({ name, schema }) => [name, schema])),
    },
  }
}

function toWebhooks(messages: readonly Message[]): Record<string, Record<string, unknown>> {
  const names = messages.map(({ name }) => name)
  const isUnique = (name: string) => names.indexOf(name) === names.lastIndexOf(name)
  const entries = messages.map(
    (message) => [isUnique(message.name) ? message.name : message.id, toPathItem(message)] as const,
  )
  return Object.fromEntries(entries.toSorted(([a], [b]) => compareText(a, b)))
}

function toPathItem(message: Message): Record<string, unknown> {
  const { id, title, description, method, headers, extensions } = message
  const summary = message.summary ?? title
  const parameters = headers
    .filter(({ name }) => !isIgnoredHeader(name))
    .map(({ name, required, schema }) => {
      return { name, in: 'header', required, schema: schema === null ? {} : toRef(schema) }
    })
  const operation = {
    operationId: id,
    ...(summary && { summary }),
    ...(description !== null && { description }),
    parameters,
    requestBody: toRequestBody(message),
    ...extensions,
  }
  return { [(method ?? 'POST').toLowerCase()]: operation }
}

function toRequestBody({ contentType, payload, examples }: Message): Record<string, unknown> {
  const named = examples.flatMap((example, index) => {
    if (example.payload === undefined) return []
    const name = typeof example.name === 'string' ? example.name : `example${index + 1}`
    const summary = typeof example.summary === 'string' ? { summary: example.summary } : {}
    return [[name, { ...summary, value: example.payload }] as const]
  })
  const mediaType = {
    schema: toRef(payload),
    ...(named.length > 0 && { examples: Object.fromEntries(named) }),
  }
  return { required: true, content: { [contentType]: mediaType } }
}

function toRef(schema: string): { $ref: string } {
  return { $ref: `#/components/schemas/${schema}` }
}
