import { examples } from '@partner-platform/fixtures/tables'
import { mutated } from '@partner-platform/harness/mutated'
import fc from 'fast-check'
import { arbitraryOf, type Schema } from '../arbitrary-of.ts'
import { below, type Document, nodeAt } from '../document.ts'
import { schemaSource } from '../judge/create-ajv.ts'

/** A schema of the contract under its name in code. */
export type ContractSchema = {
  name: string
  schema: Schema
  document: Document
  /** Where it stands in the document. */
  pointer: string
}

/** Every shared schema of the documents; one that both have is taken from the first. */
export function contractSchemas(documents: readonly Document[]): ContractSchema[] {
  const found = new Map<string, ContractSchema>()
  for (const document of documents) {
    const all = nodeAt(document, '#/components/schemas') as Record<string, { title?: string }>
    for (const [key, schema] of Object.entries(all)) {
      const { title: name } = schema
      if (name === undefined) throw new TypeError(`Schema ${key} has no title.`)
      const pointer = below('#/components/schemas', key)
      if (!found.has(name)) found.set(name, { name, schema, document, pointer })
    }
  }
  return [...found.values()]
}

/** A value, and the schema that is asked about it. */
export type Sample = { schema: string; value: unknown }

type SampleOptions = { seed: number; validPerSchema: number; mutatedPerSchema: number }

/** Every example of the contract that is JSON, and values that the schemas generate, valid and not. */
export function sampleValues(
  schemas: readonly ContractSchema[],
  { seed, validPerSchema, mutatedPerSchema }: SampleOptions,
): Sample[] {
  const names = new Set(schemas.map(({ name }) => name))
  const given = examples()
    .filter(({ folder, schema }) => folder !== 'unparseable' && names.has(schema))
    .map(({ schema, value }) => ({ schema, value }))
  const made = schemas.flatMap(({ name, schema, document }) => {
    const values = arbitraryOf(schema, schemaSource(document))
    return [
      ...fc.sample(values, { seed, numRuns: validPerSchema }),
      ...fc.sample(mutated(values), { seed, numRuns: mutatedPerSchema }),
    ].map((value) => ({ schema: name, value }))
  })
  return [...given, ...made]
}
