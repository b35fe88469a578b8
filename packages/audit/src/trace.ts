import { join } from 'node:path'
import { findWorkspaces, root } from '@partner-platform/dev/workspaces'
import { readSpecs } from '@partner-platform/lint/contract'
import { readFlags } from './read-flags.ts'
import { readTests } from './trace/read-tests.ts'
import { runTrace } from './trace/run-trace.ts'

const usage = `Usage: npx pnpm@12 trace [--check] [--out FOLDER]

Checks that each statement of the source and each decision has a passing test, by the reports of
the last npx pnpm@12 test, and writes two pages for the docs. Exits with 1 if one has none.

  --check       writes nothing; a page that would change is an error
  --out FOLDER  where the pages are; default: apps/docs/generated`

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
