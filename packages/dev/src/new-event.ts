import { parseArgs } from 'node:util'
import { draftEvent } from './scaffold/draft-event.ts'
import { runScaffold, type ScaffoldOptions } from './scaffold/run-scaffold.ts'
import { root } from './workspaces.ts'

const usage = `Usage: npx pnpm@12 new:event NAME [--dry-run]

Adds an event of a submission, such as submission.withdrawn: contract, examples, decision, handler, test.
What a person must decide is left as TODO, and fails the check until it is written.

  --dry-run  tells which files it would write; writes none

Ends with 1 where something of that name is there already, with 2 for a wrong command line.`

/** Runs a command line; gives the exit code. */
export function runNewEvent(
  args: string[],
  { say, sayError }: Pick<ScaffoldOptions, 'say' | 'sayError'>,
): 0 | 1 | 2 {
  const options = readOptions(args)
  if (options === undefined) {
    sayError('Invalid arguments for new:event: expected one name and flags. Try --help.')
    return 2
  }
  const { values, name } = options
  if (values.help) {
    say(usage)
    return 0
  }
  const dryRun = values['dry-run']
  const fill: Parameters<typeof runScaffold>[0] = (draft, folder) => draftEvent(draft, folder, name)
  return runScaffold(fill, { root, dryRun, say, sayError })
}

function readOptions(args: string[]) {
  try {
    const options = {
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name = '', ...others] = positionals
    return values.help || (name !== '' && others.length === 0) ? { values, name } : undefined
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  process.exitCode = runNewEvent(process.argv.slice(2), {
    say: (line) => console.log(line),
    sayError: (line) => console.error(line),
  })
}
