import type { MessageDraft } from './asyncapi/read-message.ts'
import { compareText } from './bundle/claim-names.ts'
import { type Context, isObject, locationOf, setMember } from './bundle/node.ts'
import { readConstants } from './bundle/read-constants.ts'
import type { Entry } from './bundle/registry.ts'
import type { Target } from './load/document-store.ts'
import type { Contract, DocumentParts, JsonSchema, Message, NamedSchema } from './model.ts'
import { KindReader } from './openapi/kind-reader.ts'
import type { OpenApiReader } from './openapi/open-api-reader.ts'
import { readOperations } from './openapi/read-operations.ts'
import { readServers } from './openapi/read-servers.ts'

interface Pieces {
  documents: readonly Target[]
  parts: DocumentParts
  messages: readonly MessageDraft[]
  entries: readonly Entry[]
  reader: OpenApiReader
  context: Context
}

/** Builds the contract once all names are final. */
export function buildContract({
  documents,
  parts,
  messages,
  entries,
  reader,
  context,
}: Pieces): Contract {
  for (const { section, name, value } of entries) {
    if (section === 'schemas') continue
    parts.components[section] ??= {}
    setMember(parts.components[section], name, value)
  }
  const payloads = new Set(messages.map(({ payload }) => nameOf(payload)))
  const schemas = entries
    .filter(({ section }) => section === 'schemas')
    .map((entry) => toNamedSchema(entry, payloads))
  const kinds = new KindReader(schemas)
  return {
    sources: documents.map(({ file }) => file.name),
    schemas,
    operations: readOperations(parts, { targets: reader.operationTargets, kinds, context }),
    messages: messages.map(toMessage).toSorted((a, b) => compareText(a.id, b.id)),
    securitySchemes: Object.entries(parts.components.securitySchemes ?? {})
      .map(([name, scheme]) => ({ name, scheme: isObject(scheme) ? scheme : {} }))
      .toSorted((a, b) => compareText(a.name, b.name)),
    servers: readServers(parts.header.servers),
    constants: readConstants(documents, context),
    parts,
  }
}

function toNamedSchema({ name, value, target }: Entry, payloads: ReadonlySet<string>): NamedSchema {
  return {
    name,
    schema: value as JsonSchema,
    location: locationOf(target),
    isMessagePayload: payloads.has(name),
  }
}

function toMessage({ fields, payload, headers, target, ...draft }: MessageDraft): Message {
  const text = (key: string) => (typeof fields[key] === 'string' ? String(fields[key]) : null)
  return {
    id: draft.id,
    name: draft.name,
    title: text('title'),
    summary: text('summary'),
    description: text('description'),
    method: draft.method,
    contentType: draft.contentType,
    payload: nameOf(payload),
    headers: headers
      .map(({ name, required, schema }) => ({ name, required, schema: nameOf(schema) }))
      .toSorted((a, b) => compareText(a.name, b.name)),
    examples: draft.examples,
    extensions: Object.fromEntries(Object.entries(fields).filter(([key]) => key.startsWith('x-'))),
    location: locationOf(target),
  }
}

function nameOf({ $ref }: { $ref: string }): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}
