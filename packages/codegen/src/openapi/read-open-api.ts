import type { Dialect } from '../bundle/dialects.ts'
import { type Registry, sections } from '../bundle/registry.ts'
import { compareText, isObject, type JsonObject, memberOf, setMember } from '../json.ts'
import type { Node } from '../load/node.ts'
import type { DocumentParts } from '../model.ts'
import type { OpenApiReader } from './open-api-reader.ts'

/** OpenAPI documents as the parts of one; their schemas and other components go to the registry. */
export function readOpenApi(
  documents: readonly Node[],
  { registry, reader }: { registry: Registry; reader: OpenApiReader },
): DocumentParts {
  const parts: DocumentParts = { info: {}, header: {}, paths: {}, webhooks: {}, components: {} }
  for (const document of documents) {
    const components = document.child('components')
    if (components.value !== undefined) components.object()
    for (const section of sections)
      for (const [name, node] of components.child(section).members())
        registry.addComponent(section, name, { node, dialect: dialectOfDocument(document) })
  }
  for (const document of documents) addDocument(parts, document, reader)
  return parts
}

function addDocument(parts: DocumentParts, document: Node, reader: OpenApiReader): void {
  const source = document.value as JsonObject
  const dialect = dialectOfDocument(document)
  if (isObject(source.info) && parts.info.title === undefined) parts.info = source.info
  addHeader(parts.header, source)
  for (const section of ['paths', 'webhooks'] as const) {
    for (const [path, node] of document.child(section).members()) {
      if (path.startsWith('x-')) continue
      const item = reader.readPathItem(node, { dialect, path, security: source.security })
      setMember(parts[section], path, merge(memberOf(parts[section], path), item, node))
    }
  }
  const schemes = document.child('components').child('securitySchemes')
  if (!isObject(schemes.value)) return
  parts.components.securitySchemes ??= {}
  for (const [name, scheme] of schemes.members().toSorted(([a], [b]) => compareText(a, b))) {
    const known = memberOf(parts.components.securitySchemes, name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(scheme.value)) {
      const message = `the security scheme '${name}' is described differently by another document. Rename one of them.`
      scheme.problem('duplicate', message)
    }
    setMember(parts.components.securitySchemes, name, scheme.value)
  }
}

function addHeader(header: JsonObject, source: JsonObject): void {
  for (const [key, value] of Object.entries(source)) {
    if (key === 'servers' || key === 'tags') {
      const items = [header[key] ?? [], Array.isArray(value) ? value : []].flat()
      header[key] = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
    } else if (key === 'externalDocs' || (key.startsWith('x-') && key !== 'x-constants'))
      header[key] ??= value
  }
}

function merge(known: JsonObject | undefined, item: JsonObject, node: Node): JsonObject {
  const clash = Object.keys(item).find((key) => known !== undefined && Object.hasOwn(known, key))
  if (clash === undefined) return { ...known, ...item }
  const message = `'${clash}' of this path is described by two documents. Keep one of them.`
  node.child(clash).problem('duplicate', message)
  return item
}

function dialectOfDocument({ value }: Node): Dialect {
  return String((value as JsonObject).openapi).startsWith('3.0') ? 'openapi-3.0' : '2020-12'
}
