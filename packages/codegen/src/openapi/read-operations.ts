import { compareText } from '../bundle/claim-names.ts'
import { type Context, isObject, type JsonObject, locationOf } from '../bundle/node.ts'
import { preferredContentType } from '../bundle/preferred-content-type.ts'
import { memberOf } from '../bundle/set-member.ts'
import type { Target } from '../load/document-store.ts'
import type { Body, DocumentParts, Header, Operation, Response } from '../model.ts'
import { methods } from './methods.ts'

interface OperationOptions {
  /** Where each operation stands. */
  targets: ReadonlyMap<unknown, Target>
  context: Context
}

/** The operations of a bundled document, sorted by id. Reports ids that two operations claim. */
export function readOperations(
  parts: DocumentParts,
  { targets, context }: OperationOptions,
): Operation[] {
  const operations = new Map<string, Operation>()
  for (const [path, item] of Object.entries(parts.paths)) {
    for (const method of methods) {
      const source = item[method]
      const target = targets.get(source)
      if (!isObject(source) || target === undefined) continue
      const operation = readOperation(source, { path, method, parts, target })
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
}

function readOperation(source: JsonObject, { path, method, parts, target }: Place): Operation {
  const requestBody = resolve(source.requestBody, parts)
  const body = requestBody && readBody(requestBody, parts)
  const text = [source.summary, source.description].find((value) => typeof value === 'string')
  return {
    id: String(source.operationId),
    method: method.toUpperCase(),
    path,
    description: text ?? null,
    security: readSecurity(source.security),
    requestBody: body ? { ...body, required: requestBody.required === true } : null,
    responses: readResponses(source.responses, parts),
    location: locationOf(target),
  }
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

function nameOfRef(schema: unknown): string | null {
  const ref = isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : undefined
  return ref === undefined ? null : ref.slice(ref.lastIndexOf('/') + 1)
}

function resolve(value: unknown, { components }: DocumentParts): JsonObject | undefined {
  if (!isObject(value)) return undefined
  const [, , section = '', name = ''] = typeof value.$ref === 'string' ? value.$ref.split('/') : []
  return section === ''
    ? value
    : (memberOf(components[section] ?? {}, name) as JsonObject | undefined)
}
