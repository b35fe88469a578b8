import type { MessageDraft } from './asyncapi/read-message.ts'
import { toCamelCase } from './bundle/names.ts'
import { readConstants } from './bundle/read-constants.ts'
import type { Entry } from './bundle/registry.ts'
import { compareText, isObject, nameOfRef, setMember } from './json.ts'
import type { Node } from './load/node.ts'
import type { Contract, DocumentParts, JsonSchema, Message, NamedSchema } from './model.ts'
import { KindReader } from './openapi/kind-reader.ts'
import { readOperations } from './openapi/read-operations.ts'

interface Pieces {
  documents: readonly Node[]
  parts: DocumentParts
  /** The place of each operation. */
  operationNodes: ReadonlyMap<unknown, Node>
  messages: readonly MessageDraft[]
  entries: readonly Entry[]
}

/** Builds the contract once all names are final. */
export function buildContract({
  documents,
  parts,
  operationNodes: nodes,
  messages,
  entries,
}: Pieces): Contract {
  const payloads = new Set(messages.map(({ payload }) => nameOfRef(payload.$ref)))
  const schemas: NamedSchema[] = []
  for (const { section, name, value, node } of entries) {
    if (section === 'schemas') {
      const isMessagePayload = payloads.has(name)
      const schema = value as JsonSchema
      schemas.push({ name, schema, location: node.location, isMessagePayload })
    } else {
      parts.components[section] ??= {}
      setMember(parts.components[section], name, value)
    }
  }
  return {
    sources: documents.map(({ file }) => file.name),
    schemas,
    operations: readOperations(parts, { nodes, kinds: new KindReader(schemas) }),
    messages: messages.map(toMessage).toSorted((a, b) => compareText(a.id, b.id)),
    securitySchemes: Object.entries(parts.components.securitySchemes ?? {})
      .map(([name, scheme]) => ({ name, scheme: isObject(scheme) ? scheme : {} }))
      .toSorted((a, b) => compareText(a.name, b.name)),
    servers: readServers(parts.header.servers),
    constants: readConstants(documents),
    parts,
  }
}

function toMessage({ fields, payload, headers, node, ...draft }: MessageDraft): Message {
  const text = (key: string) => (typeof fields[key] === 'string' ? fields[key] : null)
  return {
    ...draft,
    title: text('title'),
    summary: text('summary'),
    description: text('description'),
    payload: nameOfRef(payload.$ref),
    headers: headers
      .map(({ schema, ...header }) => ({ ...header, schema: nameOfRef(schema.$ref) }))
      .toSorted((a, b) => compareText(a.name, b.name)),
    extensions: Object.fromEntries(Object.entries(fields).filter(([key]) => key.startsWith('x-'))),
    location: node.location,
  }
}

/** The servers, named by `x-name`, else by a short description, else by number. */
function readServers(source: unknown): Contract['servers'] {
  const servers = (Array.isArray(source) ? source : []).filter(isObject)
  const taken = new Set<string>()
  return servers.flatMap(({ url, description: text, 'x-name': stated }, index) => {
    if (typeof url !== 'string') return []
    const description = typeof text === 'string' ? text : null
    const isName = description !== null && /^[\p{L}\p{N} ]{1,30}$/u.test(description)
    const wish = typeof stated === 'string' ? stated : isName ? toCamelCase(description) : null
    const name = wish === null || taken.has(wish) ? `server${index + 1}` : wish
    taken.add(name)
    return [{ name, url, description }]
  })
}
