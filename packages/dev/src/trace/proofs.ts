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
  const byRule = new Map<string, Map<string, Set<string>>>()
  for (const { place, file, rules } of tests.filter(isProof)) {
    for (const id of rules) {
      const places = byRule.get(id) ?? new Map<string, Set<string>>()
      byRule.set(id, places.set(place, (places.get(place) ?? new Set()).add(file)))
    }
  }
  const toProofs = (places: Map<string, Set<string>>) =>
    [...places]
      .map(([place, files]): Proof => ({ place, files: [...files].sort() }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
  return new Map([...byRule].map(([id, places]) => [id, toProofs(places)]))
}
