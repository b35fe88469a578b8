import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findWorkspaces, root } from '@partner-platform/dev/workspaces'
import { readSpecs } from '@partner-platform/lint/contract'
import { readTests } from './trace/read-tests.ts'
import { runTrace } from './trace/run-trace.ts'

const usage = `Usage: npx pnpm@12 trace [--check] [--out FOLDER]

Asks whether each statement of the source and each decision has a test that passed, by the reports of
the last npx pnpm@12 test, and writes two pages for the docs. Ends with 1 if one has none.

  --check       writes nothing; a page that would change is an error
  --out FOLDER  where the pages are; default: apps/docs/generated`

const { help, check, out } = readOptions(process.argv.slice(2))
if (help) console.log(usage)
else {
  const inputs = { specs: readSpecs(join(root, 'specs')), ...readTests(findWorkspaces()) }
  process.exitCode = runTrace(inputs, { out, check, say: (line) => console.log(line) })
}

function readOptions(args: string[]): { help: boolean; check: boolean; out: string } {
  try {
    const options = {
      check: { type: 'boolean', default: false },
      out: { type: 'string', default: join(root, 'apps/docs/generated') },
      help: { type: 'boolean', short: 'h', default: false },
    } as const
    return parseArgs({ args, options }).values
  } catch {
    console.error('A flag of trace is wrong: expected --check, --out FOLDER or --help.')
    process.exit(2)
  }
}
