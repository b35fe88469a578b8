import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readInputs } from './trace/read-inputs.ts'
import { runTrace } from './trace/run-trace.ts'
import { root } from './workspaces.ts'

const usage = `Usage: npx pnpm@12 trace [--check] [--out FOLDER]

Follows each statement of the source and each decision to nodes, generated symbols and tests, by the
reports that npx pnpm@12 test leaves, and writes both pages. Ends with 1 if anything leads nowhere.

  --check       writes nothing; a page that would change is an error
  --out FOLDER  where the pages are; default: apps/docs/generated`

const { help, check, out } = readOptions(process.argv.slice(2))
if (help) console.log(usage)
else process.exitCode = runTrace(readInputs(), { out, check, say: (line) => console.log(line) })

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
