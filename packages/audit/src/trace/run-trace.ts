import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listRules } from '@partner-platform/lint/contract'
import { findOrphans, type TraceInputs } from './find-orphans.ts'
import { renderPages } from './render-pages.ts'

type TraceOptions = {
  /** Folder of the pages; it need not exist. */
  out: string
  /** Whether to write nothing and to name the pages that would change. */
  check: boolean
  /** Takes a line for people. */
  say: (line: string) => void
}

/** Traces. Returns the exit code: 1 if anything is an orphan or a page is stale. */
export function runTrace(inputs: TraceInputs, { out, check, say }: TraceOptions): 0 | 1 {
  const orphans = findOrphans(inputs)
  for (const orphan of orphans) say(orphan)
  // Without all reports, the pages would show the gap and nothing else.
  if (inputs.gaps.length > 0) return 1

  const pages = Object.entries(renderPages(inputs))
  const stale = pages.filter(
    ([name, text]) =>
      !existsSync(join(out, name)) || readFileSync(join(out, name), 'utf8') !== text,
  )
  if (!check) mkdirSync(out, { recursive: true })
  for (const [name, text] of stale)
    if (check) say(`${name} is stale. Run npx pnpm@12 trace, and commit what it writes.`)
    else writeFileSync(join(out, name), text)
  if (orphans.length > 0 || (check && stale.length > 0)) return 1
  const count = listRules(inputs.specs).size
  say(`trace: each of ${count} statements and decisions has a test (${inputs.tests.length} tests)`)
  return 0
}
