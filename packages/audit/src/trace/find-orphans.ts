import { listRules, nearestName, type Specs } from '@partner-platform/lint/contract'
import type { TestReports, TracedTest } from './read-tests.ts'

export type TraceInputs = TestReports & { specs: Specs }

/** Most of its tests show only that the tables can be read, row by row, not what the rows say. */
const tablesOnly = 'packages/fixtures'

/** By statement and decision, the workspaces with a test that cites it and passed. */
export function findProofs(tests: readonly TracedTest[]): Map<string, Set<string>> {
  const proofs = new Map<string, Set<string>>()
  for (const { place, rules, passed } of tests)
    for (const id of passed && place !== tablesOnly ? rules : [])
      proofs.set(id, (proofs.get(id) ?? new Set()).add(place))
  return proofs
}

/** Rules without a test that passed, and tests of rules that do not exist, each with what to do. */
export function findOrphans({ specs, tests, gaps }: TraceInputs): string[] {
  // Without all reports nothing is known of a rule whose tests they may hold.
  const untested = gaps.length > 0 ? [] : findUntested(specs, tests)
  return [...gaps, ...untested, ...findUnknown(specs, tests)]
}

function findUntested(specs: Specs, tests: readonly TracedTest[]): string[] {
  const proofs = findProofs(tests)
  return [...listRules(specs)]
    .filter((id) => id !== '' && !proofs.has(id))
    .map((id) => {
      const kind = id.startsWith('D-') ? 'decision' : 'statement'
      return `The ${kind} ${id} has no passing test. Begin the title of the test that shows it with ${id}.`
    })
}

function findUnknown(specs: Specs, tests: readonly TracedTest[]): string[] {
  const known = listRules(specs)
  const isSection = (id: string) => [...known].some((rule) => rule.startsWith(`${id}.`))
  const cited = new Map<string, TracedTest>()
  for (const test of tests) for (const id of test.rules) if (!cited.has(id)) cited.set(id, test)
  return [...cited]
    .filter(([id]) => !known.has(id) && !isSection(id))
    .map(([id, { place, file, titles }]) => {
      const near = nearestName(id, known)
      const fix = near ? `Did you mean ${near}?` : 'Name a statement or a decision that exists.'
      return `${place}/${file} cites ${id}, which is neither a statement nor a decision, in '${titles.join(' › ')}'. ${fix}`
    })
}
