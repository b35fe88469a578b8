import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Schema, SchemaSource } from '../arbitrary-of.ts'
import { type Document, nodeAt } from '../document.ts'

const known = new WeakMap<Document, ReturnType<typeof compileAjv>>()

/** Ajv as it comes, on a document as it is. Made once for each, as compiling schemas takes most of the time. */
export function createAjv(document: Document) {
  const validator = known.get(document) ?? compileAjv(document)
  known.set(document, validator)
  return validator
}

function compileAjv(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, verbose: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new Map<string, ValidateFunction>()
  const at = (pointer: string) => compile({ $ref: `document${encodeURI(pointer)}` })
  function compile(schema: unknown): ValidateFunction {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, validate)
    return validate
  }
  return {
    /** Checks against the schema at a place of the document. */
    at,
    /** Whether a schema, its references meant in the document, takes a value. */
    accepts: (schema: unknown, value: unknown): boolean => compile(schema)(value),
  }
}

/** What is wrong, one line each. */
export const problemsOf = ({ errors }: ValidateFunction): string[] =>
  (errors ?? []).map(
    ({ instancePath, keyword, message }) => `${instancePath || '/'} ${keyword}: ${message}`,
  )

/** The schemas of a document, as its references mean them. */
export const schemaSource = (document: Document): SchemaSource => ({
  resolve: (ref) => nodeAt(document, ref) as Schema,
  accepts: createAjv(document).accepts,
})
