import type { SchemaSource } from '../arbitraries/arbitrary-of.ts'
import type { Schema } from '../arbitraries/flatten.ts'
import { below, type Document, nodeAt } from '../document.ts'
import { schemaSource } from '../schema-source.ts'

/** A schema of the contract under its name in code. */
export type ContractSchema = {
  name: string
  schema: Schema
  source: SchemaSource
  document: Document
  /** Where it stands in the document. */
  pointer: string
}

/** Every shared schema of the documents; one that both have is taken from the first. */
export function contractSchemas(documents: readonly Document[]): ContractSchema[] {
  const found = new Map<string, ContractSchema>()
  for (const document of documents) {
    const source = schemaSource(document)
    const all = nodeAt(document, '#/components/schemas') as Record<string, { title?: string }>
    for (const [key, schema] of Object.entries(all)) {
      const { title: name } = schema
      if (name === undefined) throw new TypeError(`Schema ${key} has no title.`)
      const pointer = below('#/components/schemas', key)
      if (!found.has(name)) found.set(name, { name, schema, source, document, pointer })
    }
  }
  return [...found.values()]
}
