import { checkConstants } from '@partner-platform/specs/test/lint/check-constants.ts'
import { checkDecisions } from '@partner-platform/specs/test/lint/check-decisions.ts'
import { checkMarks } from '@partner-platform/specs/test/lint/check-marks.ts'
import { checkSources } from '@partner-platform/specs/test/lint/check-sources.ts'
import { formatProblem } from '@partner-platform/specs/test/lint/format-problem.ts'
import { nearestName } from '@partner-platform/specs/test/lint/nearest-name.ts'
import { sortProblems } from '@partner-platform/specs/test/lint/problem.ts'
import { listRules, readDecisions, texts } from '@partner-platform/specs/test/lint/rules.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'
import { readHowToChange } from './how-to-change.ts'
import { isWithin, listMarkedNodes } from './mark-nodes.ts'
import { isProof } from './proofs.ts'
import type { TraceInputs } from './read-inputs.ts'
import type { GeneratedSymbol } from './read-symbols.ts'
import type { TracedTest } from './read-tests.ts'

/** What leads nowhere or comes from nowhere, each with what to do. */
export function findOrphans({ specs, symbols, tests, gaps }: TraceInputs): string[] {
  return [
    ...findInContract(specs),
    ...gaps,
    // Of a rule whose tests did not run nothing is known.
    ...(gaps.length > 0 ? [] : findUntested(specs, tests)),
    ...findUnknown(specs, tests),
    ...findMiswritten(tests),
    ...findRootless(specs, symbols),
  ]
}

const known = new WeakMap<Specs, string[]>()

/** What the contract can say of itself, its own checks say; told again for the same contract. */
function findInContract(specs: Specs): string[] {
  const told = known.get(specs)
  if (told) return told
  const checks = [checkSources, checkDecisions, checkConstants, checkMarks]
  const problems = sortProblems(checks.flatMap((check) => check(specs)))
  const found = [
    ...problems.map((problem) => formatProblem(problem, { prefix: 'specs/' })),
    ...findSilentRecords(specs),
  ]
  known.set(specs, found)
  return found
}

function findUntested(specs: Specs, tests: readonly TracedTest[]): string[] {
  const passing = tests.filter((test) => test.passed && isProof(test))
  const proved = new Set(passing.flatMap(({ rules }) => rules))
  return [...listRules(specs)]
    .filter((id) => id !== '' && !proved.has(id))
    .map((id) => {
      const kind = id.startsWith('D-') ? 'decision' : 'statement'
      return `The ${kind} ${id} has no test that passed: expected one whose title begins with ${id}. Write it, or put ${id} before the title of the test that shows it.`
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
      const fix = near ? `Did you mean ${near}?` : 'Name a statement or a decision there is.'
      return `${place}/${file} cites ${id}, which is neither statement nor decision, in '${titles.join(' › ')}'. ${fix}`
    })
}

function findMiswritten(tests: readonly TracedTest[]): string[] {
  const wrong = tests.filter(({ miswritten }) => miswritten.length > 0)
  const byFile = Map.groupBy(wrong, ({ place, file }) => `${place}/${file}`)
  return [...byFile].map(([file, some]) => {
    const [first, ...others] = new Set(some.flatMap(({ miswritten }) => miswritten))
    const more = others.length > 0 ? ` and ${others.length} more like it` : ''
    return `${file} has '${first}'${more}, of which not every id is read. Begin it with the ids, a comma and a space between them, then a space or a colon: '5.4, D-017 …'.`
  })
}

function findRootless(specs: Specs, symbols: readonly GeneratedSymbol[]): string[] {
  const marked = listMarkedNodes(specs)
  return symbols
    .filter(({ node }) => !marked.some((one) => node !== undefined && isWithin(one.node, node)))
    .map(({ name, package: home, node = 'no node' }) => {
      return `${name} of packages/${home} is generated from ${node}, where nothing carries x-source or x-decision. Mark the node, or take it away and run npx pnpm@12 generate.`
    })
}

function findSilentRecords(specs: Specs): string[] {
  return readDecisions(specs).flatMap(({ id, file, front }) => [
    ...(texts(front.shows).length === 0
      ? [`${id} shows nowhere. Write shows: [<file or folder>] in specs/${file}.`]
      : []),
    ...(readHowToChange(specs, file) === ''
      ? [`${id} does not say how to change it. End specs/${file} with **How to change it.** …`]
      : []),
  ])
}
