import { compareText } from '../bundle/claim-names.ts'
import {
  type Context,
  child,
  isObject,
  type JsonObject,
  locationOf,
  memberOf,
} from '../bundle/node.ts'
import { preferredContentType } from '../bundle/preferred-content-type.ts'
import type { Target } from '../load/document-store.ts'
import type { Body, DocumentParts, Header, Operation, Parameter, Response } from '../model.ts'
import type { KindReader } from './kind-reader.ts'
import { methods } from './methods.ts'
import { defaultStyles, isIgnoredHeader, isParameterPlace } from './parameter-places.ts'

interface OperationOptions {
  /** The place of each operation. */
  targets: ReadonlyMap<unknown, Target>
  kinds: KindReader
  context: Context
}

/** The operations of a bundled document, sorted by id. Reports ids that two operations claim. */
export function readOperations(
  parts: DocumentParts,
  { targets, kinds, context }: OperationOptions,
): Operation[] {
  const operations = new Map<string, Operation>()
  for (const [path, item] of Object.entries(parts.paths)) {
    for (const method of methods) {
      const source = item[method]
      const target = targets.get(source)
      if (!isObject(source) || target === undefined) continue
      const place = { path, method, parts, target, item, kinds, context }
      const operation = readOperation(source, place)
      const known = operations.get(operation.id)
      if (known === undefined) operations.set(operation.id, operation)
      else {
        const message = `the operationId '${operation.id}' is taken by ${known.method} ${known.path}. Give each operation its own.`
        context.report.add(
          'duplicate',
          { ...locationOf(target), pointer: `${target.pointer}/operationId` },
          message,
        )
      }
    }
  }
  return [...operations.values()].toSorted((a, b) => compareText(a.id, b.id))
}

interface Place {
  path: string
  method: string
  parts: DocumentParts
  target: Target
  /** The path item that holds the operation. */
  item: JsonObject
  kinds: KindReader
  context: Context
}

function readOperation(source: JsonObject, place: Place): Operation {
  const { path, method, parts, target } = place
  const requestBody = resolve(source.requestBody, parts)
  const body = requestBody && readBody(requestBody, parts)
  const text = [source.summary, source.description].find((value) => typeof value === 'string')
  return {
    id: String(source.operationId),
    method: method.toUpperCase(),
    path,
    description: text ?? null,
    security: readSecurity(source.security),
    parameters: readAllParameters(source, place),
    requestBody: body ? { ...body, required: requestBody.required === true } : null,
    responses: readResponses(source.responses, parts),
    location: locationOf(target),
  }
}

function readAllParameters(source: JsonObject, { item, target, ...place }: Place): Parameter[] {
  const owner = { ...target, pointer: target.pointer.slice(0, target.pointer.lastIndexOf('/')) }
  const shared = listParameters(item, { ...place, target: owner })
  return readParameters([...shared, ...listParameters(source, { ...place, target })], place.kinds)
}

/** The parameters that one node lists. Reports those that it lists twice. */
function listParameters(
  { parameters }: JsonObject,
  { parts, target, context }: Pick<Place, 'parts' | 'target' | 'context'>,
): JsonObject[] {
  const list = Array.isArray(parameters) ? parameters : []
  const keys = new Set<string>()
  return list.flatMap((value, index) => {
    const parameter = resolve(value, parts)
    if (parameter === undefined) return []
    const key = keyOfParameter(parameter)
    if (keys.has(key)) {
      const location = locationOf(child(child(target, 'parameters'), index))
      const message = `the ${parameter.in} parameter is described twice. Keep one of them.`
      context.report.add('duplicate', location, message)
    }
    keys.add(key)
    return [parameter]
  })
}

function readSecurity(source: unknown): string[][] {
  return (Array.isArray(source) ? source : [])
    .filter(isObject)
    .map((requirement) => Object.keys(requirement).toSorted(compareText))
}

function readResponses(source: unknown, parts: DocumentParts): Response[] {
  const entries = Object.entries(isObject(source) ? source : {}).filter(
    ([status]) => !status.startsWith('x-'),
  )
  return entries
    .map(([status, value]) => {
      const response = resolve(value, parts) ?? {}
      return {
        status,
        body: readBody(response, parts) ?? null,
        headers: readHeaders(response.headers, parts),
      }
    })
    .toSorted((a, b) => compareText(a.status, b.status))
}

function readHeaders(source: unknown, parts: DocumentParts): Header[] {
  return Object.entries(isObject(source) ? source : {})
    .map(([name, value]) => {
      const header = resolve(value, parts) ?? {}
      return { name, required: header.required === true, schema: nameOfRef(header.schema) }
    })
    .toSorted((a, b) => compareText(a.name, b.name))
}

function readBody(owner: JsonObject, parts: DocumentParts): Body | undefined {
  const content = isObject(owner.content) ? owner.content : {}
  const contentType = preferredContentType(Object.keys(content))
  const mediaType = contentType === undefined ? undefined : resolve(content[contentType], parts)
  const schema = nameOfRef(mediaType?.schema)
  return contentType === undefined || schema === null ? undefined : { contentType, schema }
}

function resolve(value: unknown, { components }: DocumentParts): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const [, , section = '', name = ''] = typeof value.$ref === 'string' ? value.$ref.split('/') : []
  return section === ''
    ? value
    : (memberOf(components[section] ?? {}, name) as JsonObject | undefined)
}

/** Which parameter it is: of two with one key the operation's is meant, not its path item's. */
function keyOfParameter({ name, in: place }: JsonObject): string {
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`
}

/** The parameters of an operation, sorted by place and name; those given later replace earlier ones. */
function readParameters(sources: readonly JsonObject[], kinds: KindReader): Parameter[] {
  const byKey = new Map(sources.map((source) => [keyOfParameter(source), source]))
  return [...byKey.values()]
    .flatMap((source) => readParameter(source, kinds) ?? [])
    .toSorted((a, b) => compareText(a.in, b.in) || compareText(a.name, b.name))
}

function readParameter(source: JsonObject, kinds: KindReader): Parameter | undefined {
  const { name, in: place } = source
  if (typeof name !== 'string' || !isParameterPlace(place)) return undefined
  if (place === 'header' && isIgnoredHeader(name)) return undefined
  const schema = nameOfRef(source.schema)
  const kind = schema === null ? null : kinds.kindOf(schema)
  const style = typeof source.style === 'string' ? source.style : defaultStyles[place]
  const explode = typeof source.explode === 'boolean' ? source.explode : style === 'form'
  const isPlain = kind !== 'array' && kind !== 'object' && style === defaultStyles[place]
  return {
    name,
    in: place,
    // A path without one of its parameters is another path.
    required: place === 'path' || source.required === true,
    schema,
    kind,
    items: schema !== null && kind === 'array' ? kinds.kindOfItems(schema) : null,
    form: isPlain ? null : { style, explode },
  }
}

/** The name of the component that a `$ref` points to; null if there is none. */
function nameOfRef(node: unknown): string | null {
  const ref = isObject(node) && typeof node.$ref === 'string' ? node.$ref : undefined
  return ref === undefined ? null : ref.slice(ref.lastIndexOf('/') + 1)
}
