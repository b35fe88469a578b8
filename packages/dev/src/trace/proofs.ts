import type { Proof } from './build-matrix.ts'
import type { TracedTest } from './read-tests.ts'

/** Its tests show that the tables can be read, row by row, and nothing of what the rows say. */
const tablesOnly = 'packages/contract-kit'

export const isProof = ({ place }: TracedTest): boolean => place !== tablesOnly

/**
 * By rule the test files that cite it. A skipped test counts here, so that a page is the same on a
 * machine that lacks what the test needs; a rule that has no other one is an orphan all the same.
 */
export function rulesWithTests(tests: readonly TracedTest[]): Map<string, Proof[]> {
  const pairs = tests.filter(isProof).flatMap((test) => test.rules.map((id) => ({ id, test })))
  return new Map(
    [...Map.groupBy(pairs, ({ id }) => id)].map(([id, of]) => [
      id,
      toProofs(of.map(({ test }) => test)),
    ]),
  )
}

function toProofs(tests: readonly TracedTest[]): Proof[] {
  return [...Map.groupBy(tests, ({ place }) => place)].sort(byName).map(([place, ofPlace]) => {
    const files = [...Map.groupBy(ofPlace, ({ file }) => file)].sort(byName)
    return { place, files: files.map(([file, ofFile]) => ({ file, tests: ofFile.length })) }
  })
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1
