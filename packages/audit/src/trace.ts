import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWorkspaces, root } from '@partner-platform/dev/workspaces'
import { listRules, readSpecs } from '@partner-platform/lint/contract'
import { readFlags } from './read-flags.ts'
import { findOrphans, type TraceInputs } from './trace/find-orphans.ts'
import { readTests } from './trace/read-tests.ts'
import { renderPages } from './trace/render-pages.ts'

const usage = `Usage: npx pnpm@12 trace [--check] [--out FOLDER]

Checks that each statement of the source and each decision has a passing test, according to
the reports of the last npx pnpm@12 test, and writes two pages for the docs. Exits
with 1 if a statement or decision has no passing test.

  --check       writes nothing; a page that would change is an error
  --out FOLDER  where the pages are; default: apps/docs/generated`

type TraceOptions = {
  /** Folder of the pages; it need not exist. */
  out: string
  /** Whether to write nothing and to name the pages that would change. */
  check: boolean
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

if (import.meta.main) {
  const { check, out } = readFlags(
    {
      name: 'trace',
      usage,
      expected: '--check, --out FOLDER or --help.',
      options: {
        check: { type: 'boolean', default: false },
        out: { type: 'string', default: join(root, 'apps/docs/generated') },
      },
    },
    (flags) => flags,
  )
  const inputs = { specs: readSpecs(join(root, 'specs')), ...readTests(findWorkspaces()) }
  process.exitCode = runTrace(inputs, { out, check, say: console.log })
}
