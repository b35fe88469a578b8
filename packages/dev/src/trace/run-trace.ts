import { buildMatrix } from './build-matrix.ts'
import { findBlindSpots } from './find-blind-spots.ts'
import { findOrphans } from './find-orphans.ts'
import { makeTestMutants } from './make-mutants.ts'
import { findStalePages, renderPages, writePages } from './pages.ts'
import type { TraceInputs } from './read-inputs.ts'

export interface TraceOptions {
  /** Folder of the pages. */
  out: string
  /** Writes nothing, and tells which pages would change. */
  check: boolean
  /** Takes a line for people. */
  say: (line: string) => void
}

/** Traces, and gives the exit code: 1 where anything is an orphan, unnoticed or stale. */
export function runTrace(inputs: TraceInputs, { out, check, say }: TraceOptions): 0 | 1 {
  const orphans = findOrphans(inputs)
  for (const orphan of orphans) say(orphan)
  // Without all reports, pages and mutants would tell of the gap and of nothing else.
  if (inputs.gaps.length > 0) return 1

  const { tried, unseen } = findBlindSpots(inputs, makeTestMutants(inputs))
  for (const name of unseen) say(`The trace would not notice itself ${name}. Mend find-orphans.ts.`)
  const matrix = buildMatrix(inputs)
  const pages = renderPages(matrix)
  const stale = check ? findStalePages(pages, out) : []
  for (const page of stale)
    say(`${page} is stale. Run npx pnpm@12 trace, and commit what it writes.`)
  if (!check) writePages(pages, out)

  if (orphans.length + unseen.length + stale.length > 0) return 1
  const { statements, decisions } = matrix
  const count = `${statements.length} statements, ${decisions.length} decisions, ${inputs.symbols.length} symbols`
  say(`trace: no orphans (${count}, ${inputs.tests.length} tests, ${tried} mutants noticed)`)
  return 0
}
