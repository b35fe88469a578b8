import { createRequire } from 'node:module'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { isRecord } from '../contract/pointer.ts'

type Schema = Record<string, unknown> & { definitions: Record<string, unknown> }

const require = createRequire(import.meta.url)
const definitions = 'http://asyncapi.com/definitions/3.0.0/'
const reference = `${definitions}Reference.json`

/** The form of a document: as it is written, or with every reference replaced by its target. */
export type Form = 'written' | 'resolved'

const compiled = new Map<string, ValidateFunction>()

/**
 * The errors of a document by the JSON Schema of AsyncAPI 3.0.0. Compiles only the schemas that the document
 * can use: most of them are for bindings of other protocols and for other schema formats.
 */
export function judgeBySchema(document: unknown, form: Form): ErrorObject[] {
  const names = [...namesIn(document)].sort()
  const key = `${form} ${names.join(' ')}`
  const validate = compiled.get(key) ?? compile(form, names)
  compiled.set(key, validate)
  return validate(document) ? [] : (validate.errors ?? [])
}

const otherFormats = ['openapiSchema_3_0', 'avroSchema_v1']

function compile(form: Form, names: readonly string[]): ValidateFunction {
  const schema = structuredClone(require('@asyncapi/specs/schemas/3.0.0.json')) as Schema
  const drop = (id: string) => {
    schema.definitions[id] = { $id: id }
  }
  for (const id of Object.keys(schema.definitions)) {
    const [, protocol] = /\/bindings\/([^/]+)\//.exec(id) ?? []
    if (protocol !== undefined && !names.includes(protocol)) drop(id)
    // Ajv has the drafts of JSON Schema already.
    if (id.startsWith('http://json-schema.org/')) delete schema.definitions[id]
  }
  if (!names.includes('schemaFormat')) {
    for (const name of otherFormats) drop(`${definitions}${name}.json`)
  }
  // Schemas may refer to each other anywhere.
  if (form === 'written') drop(`${definitions}schema.json`)
  if (form === 'resolved') {
    allowObjects(schema.definitions)
    dropReferences(schema.definitions)
  }
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    verbose: true,
    // The schema is compiled once and used once, so faster code costs more than it saves.
    ...{ inlineRefs: false, validateSchema: false, code: { optimize: false } },
  })
  formats.default(ajv)
  return ajv.compile(schema)
}

/** Places that hold only references in a document as written, and the objects in a resolved one. */
const referenceOnly = [
  ['channel', 'servers', 'server'],
  ['operation', 'channel', 'channel'],
  ['operation', 'messages', 'messageObject'],
  ['operationReply', 'channel', 'channel'],
  ['operationReply', 'messages', 'messageObject'],
] as const

function allowObjects(schemas: Record<string, unknown>): void {
  for (const [owner, property, kind] of referenceOnly) {
    const { properties } = schemas[`${definitions}${owner}.json`] as {
      properties: Record<string, { $ref?: string; items?: { $ref: string } }>
    }
    const place = properties[property]?.items ?? properties[property]
    if (place) place.$ref = `${definitions}${kind}.json`
  }
}

/** Removes "or a reference", so that an error in an object is not reported twice. */
function dropReferences(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  if (isRecord(schema) && Array.isArray(schema.oneOf)) {
    const others = schema.oneOf.filter((one) => !isRecord(one) || one.$ref !== reference)
    const [only] = others
    if (others.length < schema.oneOf.length && others.length === 1) {
      delete schema.oneOf
      Object.assign(schema, only)
    } else schema.oneOf = others
  }
  for (const one of Object.values(schema)) dropReferences(one)
}

/** The protocols that have bindings, and `schemaFormat` if a schema has one. */
function namesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, one] of Object.entries(value)) {
    if (key === 'bindings' && isRecord(one)) for (const name of Object.keys(one)) found.add(name)
    if (key === 'schemaFormat') found.add(key)
    namesIn(one, found)
  }
  return found
}
