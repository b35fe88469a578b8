import { examples } from '@partner-platform/fixtures/tables'
import { mutated } from '@partner-platform/harness/mutated'
import fc from 'fast-check'

/** A value near an example of the contract, with up to three changes, and the schema of that example. */
export const mutatedExample = fc
  .oneof(
    fc.constantFrom(...examples().filter(({ folder }) => folder === 'valid')),
    fc.constantFrom(...examples().filter(({ folder }) => folder !== 'unparseable')),
  )
  .chain(({ schema, value: example }) =>
    mutated(fc.constant(example), { least: 0, most: 3 }).map((value) => ({ schema, value })),
  )
