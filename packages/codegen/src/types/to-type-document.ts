import { isObject, type JsonObject, mapValues, memberOf, sortKeys, sortKeysDeep } from '../json.ts'
import type { JsonSchema } from '../model.ts'
import { methods } from '../openapi/terms.ts'
import type { OpenApiDocument } from '../openapi/to-open-api.ts'
import { toTypeSchema } from './to-type-schema.ts'

const typedSections = ['headers', 'parameters', 'pathItems', 'requestBodies', 'responses']
const maps = new Set(['content', 'headers', 'responses'])
const keptOfHeaders = ['content', 'deprecated', 'description', 'required', 'schema']
/** What types and their docstrings are made of; other members of OpenAPI objects are dropped. */
const kept = new Set([
  ...[...keptOfHeaders, ...methods, '$ref', 'headers', 'in', 'name', 'operationId'],
  ...['parameters', 'requestBody', 'responses', 'summary'],
])

/** The parts of the document that types are made of, keys sorted, each schema through `toTypeSchema`. */
export function toTypeDocument(document: OpenApiDocument): OpenApiDocument {
  const { openapi, components, paths, webhooks } = document
  const copyMap = <T extends JsonObject>(map: T) => sortKeys(map, copyNode) as T
  const copyNode = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copyNode)
    if (!isObject(node)) return node
    const source = inlineHeader(node, components.headers ?? {})
    const members = Object.entries(source).filter(([key]) => kept.has(key))
    return sortKeys(Object.fromEntries(members), (value, key) => {
      if (key === 'schema') return toSchema(value)
      if (key === 'responses' && isObject(value)) return copyMap(withoutExtensions(value))
      return maps.has(key) && isObject(value) ? copyMap(value) : copyNode(value)
    })
  }
  const sections = typedSections.flatMap((section) => {
    const map = components[section]
    return map === undefined ? [] : [[section, copyMap(map)]]
  })
  return {
    openapi,
    paths: copyMap(paths),
    // Webhooks are typed inline: `operations` holds only what partners call.
    webhooks: mapValues(copyMap(webhooks), (item) =>
      mapValues(item, withoutId),
    ) as OpenApiDocument['webhooks'],
    components: {
      schemas: sortKeys(components.schemas ?? {}, toSchema),
      ...Object.fromEntries(sections),
    },
  }
}

/** An extension could be anything; it is not a response. */
function withoutExtensions(source: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(source).filter(([key]) => !key.startsWith('x-')))
}

function toSchema(schema: unknown): unknown {
  return sortKeysDeep(toTypeSchema(schema as JsonSchema))
}

/** A header behind a `$ref` would always be rendered as required, so it is inlined. */
function inlineHeader(node: JsonObject, headers: JsonObject): JsonObject {
  const prefix = '#/components/headers/'
  if (typeof node.$ref !== 'string' || !node.$ref.startsWith(prefix)) return node
  const header = memberOf(headers, node.$ref.slice(prefix.length))
  if (!isObject(header)) return node
  const members = Object.entries(header).filter(([key]) => keptOfHeaders.includes(key))
  return Object.fromEntries(members)
}

function withoutId(operation: unknown): unknown {
  if (!isObject(operation)) return operation
  const { operationId: _, ...rest } = operation
  return rest
}
