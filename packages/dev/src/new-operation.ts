import { parseArgs } from 'node:util'
import { draftOperation } from './scaffold/draft-operation.ts'
import { runScaffold, type ScaffoldOptions } from './scaffold/run-scaffold.ts'
import { root } from './workspaces.ts'

const usage = `Usage: npx pnpm@12 new:operation NAME [--path PATH] [--item NAME] [--dry-run]

Adds an operation that lists things, such as listVisaTypes: contract, examples, decision, route, test. What a
person must decide is left as TODO, and fails the check until it is written.

  --path PATH  where it is; default: beside the first operation, such as /api/v1/platform/visa-types
  --item NAME  what it lists one of, such as visa-type; default: NAME in the singular
  --dry-run    tells which files it would write; writes none

Ends with 1 where something of that name is there already, with 2 for a wrong command line.`

/** Runs a command line; gives the exit code. */
export function runNewOperation(
  args: string[],
  { say, sayError }: Pick<ScaffoldOptions, 'say' | 'sayError'>,
): 0 | 1 | 2 {
  const options = readOptions(args)
  if (options === undefined) {
    sayError('Invalid arguments for new:operation: expected one name and flags. Try --help.')
    return 2
  }
  const { values, name } = options
  if (values.help) {
    say(usage)
    return 0
  }
  const dryRun = values['dry-run']
  const fill: Parameters<typeof runScaffold>[0] = (draft, folder) =>
    draftOperation(draft, folder, { id: name, path: values.path, item: values.item })
  return runScaffold(fill, { root, dryRun, say, sayError })
}

function readOptions(args: string[]) {
  try {
    const options = {
      path: { type: 'string' },
      item: { type: 'string' },
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
  process.exitCode = runNewOperation(process.argv.slice(2), {
    say: (line) => console.log(line),
    sayError: (line) => console.error(line),
  })
}
