import { compareText } from '../bundle/claim-names.ts'
import {
  type Context,
  child,
  type Dialect,
  expectObject,
  isObject,
  type JsonObject,
  locationOf,
  memberOf,
  setMember,
} from '../bundle/node.ts'
import type { Registry, Section } from '../bundle/registry.ts'
import type { Target } from '../load/document-store.ts'
import type { DocumentParts } from '../model.ts'
import type { OpenApiReader } from './open-api-reader.ts'

interface ReadOptions {
  context: Context
  registry: Registry
  reader: OpenApiReader
}

const SECTIONS: Section[] = [
  'schemas',
  'responses',
  'parameters',
  'requestBodies',
  'headers',
  'pathItems',
  'examples',
  'links',
  'callbacks',
]

/** OpenAPI documents as the parts of one; their schemas and other components go to the registry. */
export function readOpenApi(documents: readonly Target[], options: ReadOptions): DocumentParts {
  const parts: DocumentParts = { info: {}, header: {}, paths: {}, webhooks: {}, components: {} }
  for (const document of documents) addComponents(document, options)
  for (const document of documents) addDocument(parts, document, options)
  return parts
}

function addComponents(document: Target, { context, registry }: ReadOptions): void {
  const components = child(document, 'components')
  const source = components.value === undefined ? undefined : expectObject(components, context)
  for (const section of SECTIONS) {
    const map = source?.[section] === undefined ? undefined : child(components, section)
    for (const name of Object.keys((map && expectObject(map, context)) ?? {})) {
      if (map !== undefined)
        registry.addComponent(section, name, {
          target: child(map, name),
          dialect: dialectOfDocument(document),
        })
    }
  }
}

function addDocument(
  parts: DocumentParts,
  document: Target,
  { context, reader }: ReadOptions,
): void {
  const source = document.value as JsonObject
  const dialect = dialectOfDocument(document)
  if (isObject(source.info) && parts.info.title === undefined) parts.info = source.info
  addHeader(parts.header, source)
  for (const section of ['paths', 'webhooks'] as const) {
    const map = child(document, section)
    const keys = map.value === undefined ? [] : Object.keys(expectObject(map, context) ?? {})
    for (const key of keys.filter((name) => !name.startsWith('x-'))) {
      const item = reader.readPathItem(child(map, key), {
        dialect,
        path: key,
        security: source.security,
      })
      const known = memberOf(parts[section], key)
      const merged = merge(known, item, { target: child(map, key), context })
      setMember(parts[section], key, merged)
    }
  }
  addSecuritySchemes(parts, document, context)
}

function addHeader(header: JsonObject, source: JsonObject): void {
  for (const [key, value] of Object.entries(source)) {
    if (key === 'servers' || key === 'tags')
      header[key] = uniqueBy([
        ...((header[key] as unknown[]) ?? []),
        ...(Array.isArray(value) ? value : []),
      ])
    else if (key === 'externalDocs' || (key.startsWith('x-') && key !== 'x-constants'))
      header[key] ??= value
  }
}

function uniqueBy(list: readonly unknown[]): unknown[] {
  return [...new Map(list.map((item) => [JSON.stringify(item), item])).values()]
}

function merge(
  known: JsonObject | undefined,
  item: JsonObject,
  { target, context }: { target: Target; context: Context },
): JsonObject {
  const clash = Object.keys(item).find((key) => known !== undefined && Object.hasOwn(known, key))
  if (clash === undefined) return { ...known, ...item }
  const message = `'${clash}' of this path is described by two documents. Keep one of them.`
  context.report.add('duplicate', locationOf(child(target, clash)), message)
  return item
}

function addSecuritySchemes(parts: DocumentParts, document: Target, context: Context): void {
  const components = child(document, 'components')
  const schemes = isObject(components.value) ? child(components, 'securitySchemes') : undefined
  if (schemes === undefined || !isObject(schemes.value)) return
  parts.components.securitySchemes ??= {}
  const known = parts.components.securitySchemes
  for (const name of Object.keys(schemes.value).toSorted(compareText)) {
    const scheme = child(schemes, name)
    const other = memberOf(known, name)
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(scheme.value)) {
      const message = `the security scheme '${name}' is described otherwise by another document. Rename one of them.`
      context.report.add('duplicate', locationOf(scheme), message)
    }
    setMember(known, name, scheme.value)
  }
}

function dialectOfDocument({ value }: Target): Dialect {
  return String((value as JsonObject).openapi).startsWith('3.0') ? 'openapi-3.0' : '2020-12'
}
