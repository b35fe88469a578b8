import type { SchemaSource } from './arbitraries/arbitrary-of.ts'
import type { Schema } from './arbitraries/flatten.ts'
import { type Document, nodeAt } from './document.ts'
import { createAjv } from './judge/create-ajv.ts'

/** The schemas of a document, as its references mean them. */
export const schemaSource = (document: Document): SchemaSource => ({
  resolve: (ref) => nodeAt(document, ref) as Schema,
  accepts: createAjv(document).accepts,
})
