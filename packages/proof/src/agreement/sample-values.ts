import { examples } from '@partner-platform/contract-kit'
import fc from 'fast-check'
import { arbitraryOf } from '../arbitraries/arbitrary-of.ts'
import { mutated } from '../arbitraries/mutated.ts'
import type { ContractSchema } from './contract-schemas.ts'

/** A value, and the schema that is asked about it. */
export type Sample = { schema: string; value: unknown }

export type SampleOptions = { seed: number; validPerSchema: number; mutatedPerSchema: number }

/** Every example of the contract that is JSON, and values that the schemas generate, valid and not. */
export function sampleValues(
  schemas: readonly ContractSchema[],
  { seed, validPerSchema, mutatedPerSchema }: SampleOptions,
): Sample[] {
  const names = new Set(schemas.map(({ name }) => name))
  const given = examples()
    .filter(({ folder, schema }) => folder !== 'unparseable' && names.has(schema))
    .map(({ schema, value }) => ({ schema, value }))
  const made = schemas.flatMap(({ name, schema, source }) => {
    const values = arbitraryOf(schema, source)
    return [
      ...fc.sample(values, { seed, numRuns: validPerSchema }),
      ...fc.sample(mutated(values), { seed, numRuns: mutatedPerSchema }),
    ].map((value) => ({ schema: name, value }))
  })
  return [...given, ...made]
}
