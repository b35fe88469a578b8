import { isObject, type JsonObject, memberOf } from '../bundle/node.ts'
import { sortKeys, sortKeysDeep } from '../bundle/sort-keys.ts'
import type { JsonSchema } from '../model.ts'
import { methods } from '../openapi/methods.ts'
import type { OpenApiDocument } from '../openapi/to-open-api.ts'
import { toTypeSchema } from './to-type-schema.ts'

const MAPS = new Set(['content', 'headers', 'responses'])
const TYPED_SECTIONS = ['headers', 'parameters', 'pathItems', 'requestBodies', 'responses']
/** What types and their docstrings are made of; other members of OpenAPI objects are dropped. */
const KEPT = new Set([
  ...methods,
  '$ref',
  'content',
  'deprecated',
  'description',
  'headers',
  'in',
  'name',
  'operationId',
  'parameters',
  'requestBody',
  'required',
  'responses',
  'schema',
  'summary',
])
const KEPT_OF_HEADERS = ['content', 'deprecated', 'description', 'required', 'schema']

/** The parts of the document that types are made of, keys sorted, each schema through `toTypeSchema`. */
export function toTypeDocument({
  openapi,
  components,
  paths,
  webhooks,
}: OpenApiDocument): OpenApiDocument {
  const copier = new Copier(components.headers ?? {})
  const sections = TYPED_SECTIONS.filter((section) => components[section] !== undefined)
  const schemas = sortKeys(components.schemas ?? {}, (schema) =>
    sortKeysDeep(toTypeSchema(schema as JsonSchema)),
  )
  return {
    openapi,
    paths: copier.copyMap(paths),
    webhooks: withoutIds(copier.copyMap(webhooks)),
    components: {
      schemas,
      ...Object.fromEntries(
        sections.map((section) => [section, copier.copyMap(components[section] ?? {})]),
      ),
    },
  }
}

class Copier {
  readonly #headers: JsonObject

  constructor(headers: JsonObject) {
    this.#headers = headers
  }

  copyMap<T extends JsonObject>(map: T): T {
    return sortKeys(map, (node) => this.#copyNode(node)) as T
  }

  #copyNode(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((item) => this.#copyNode(item))
    if (!isObject(node)) return node
    const source = this.#inlineHeader(node)
    const kept = Object.entries(source).filter(([key]) => KEPT.has(key))
    return sortKeys(Object.fromEntries(kept), (value, key) => {
      if (key === 'schema') return sortKeysDeep(toTypeSchema(value as JsonSchema))
      return MAPS.has(key) && isObject(value) ? this.copyMap(value) : this.#copyNode(value)
    })
  }

  /** A header behind a `$ref` would always be rendered as required, so it is inlined. */
  #inlineHeader(node: JsonObject): JsonObject {
    const prefix = '#/components/headers/'
    if (typeof node.$ref !== 'string' || !node.$ref.startsWith(prefix)) return node
    const header = memberOf(this.#headers, node.$ref.slice(prefix.length))
    if (!isObject(header)) return node
    return Object.fromEntries(
      Object.entries(header).filter(([key]) => KEPT_OF_HEADERS.includes(key)),
    )
  }
}

/** Webhooks are typed inline: `operations` holds only what partners call. */
function withoutIds<T extends JsonObject>(webhooks: T): T {
  const items = Object.entries(webhooks as Record<string, JsonObject>).map(([name, item]) => {
    const methods = Object.entries(item).map(([key, value]) => {
      if (!isObject(value) || !('operationId' in value)) return [key, value]
      const { operationId: _, ...operation } = value
      return [key, operation]
    })
    return [name, Object.fromEntries(methods)]
  })
  return Object.fromEntries(items)
}
