import { dialectOfFormat } from '../bundle/dialects.ts'
import { toPascalCase } from '../bundle/names.ts'
import type { Registry } from '../bundle/registry.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Node } from '../load/node.ts'
import { type HeaderDraft, readHeaders } from './read-headers.ts'

/** A message whose schemas have no names yet. */
export interface MessageDraft {
  id: string
  name: string
  fields: JsonObject
  contentType: string
  method: string | null
  payload: { $ref: string }
  headers: HeaderDraft[]
  examples: JsonObject[]
  node: Node
}

/** What a message is read with. */
interface MessageOptions {
  registry: Registry
  id: string
  /** The name on the wire if the message states none. */
  name: string
  defaultContentType: string
  method: string | null
  /** In AsyncAPI 2 a trait overrides the message, in AsyncAPI 3 the message its traits. */
  traitsWin: boolean
}

/** Reads one Message Object, its traits merged in. */
export function readMessage(node: Node, options: MessageOptions): MessageDraft {
  const { registry, id, name, defaultContentType, method, traitsWin } = options
  const traits = node
    .child('traits')
    .items()
    .flatMap((trait) => trait.follow() ?? [])
    .filter(({ value }) => isObject(value))
    .toReversed()
  const layers = traitsWin ? [...traits, node] : [node, ...traits]
  const fieldsOf = (layer: Node) => layer.value as JsonObject
  const owner = (key: string) => layers.find((layer) => fieldsOf(layer)[key] !== undefined) ?? node
  const text = (key: string) => {
    const { value } = owner(key).child(key)
    return typeof value === 'string' ? value : undefined
  }
  const headers = layers
    .map((layer) => layer.child('headers'))
    .filter(({ value }) => value !== undefined)
  return {
    id,
    method,
    node,
    name: text('name') ?? name,
    fields: Object.fromEntries(
      layers.toReversed().flatMap((layer) => Object.entries(fieldsOf(layer))),
    ),
    contentType: text('contentType') ?? defaultContentType,
    payload: readPayload(owner('payload').child('payload'), text('schemaFormat'), options),
    headers: readHeaders(headers, { registry, id, owner: node }),
    examples: readExamples(owner('examples').child('examples')),
  }
}

function readPayload(
  node: Node,
  format: string | undefined,
  { registry, id }: MessageOptions,
): { $ref: string } {
  const { value } = node
  const isWrapped = isObject(value) && typeof value.schemaFormat === 'string' && 'schema' in value
  const stated = isWrapped ? String(value.schemaFormat) : format
  const schema = isWrapped ? node.child('schema') : node
  const dialect = stated === undefined ? 'draft-07' : dialectOfFormat(stated, schema)
  if (dialect === undefined) return { $ref: '#' }
  const name = `${toPascalCase(id)}Payload`
  return registry.nameSchema(schema, { dialect, name, isStated: stated !== undefined })
}

function readExamples(list: Node): JsonObject[] {
  return list.items().flatMap((example) => {
    if (!isObject(example.value)) return []
    const payload = example.child('payload')
    if (payload.value === undefined) return [example.value]
    return [{ ...example.value, payload: payload.example() }]
  })
}
