import { parseArgs } from 'node:util'
import { draftEvent } from './scaffold/draft-event.ts'
import { runScaffold } from './scaffold/run-scaffold.ts'
import { root } from './workspaces.ts'

const usage = `Usage: npx pnpm@12 new:event NAME [--dry-run]

Adds an event of a submission, such as submission.withdrawn: contract, examples, decision, handler, test.
What a person must decide is left as TODO, and fails the check until it is written.

  --dry-run  tells which files it would write; writes none

Ends with 1 where something of that name is there already, with 2 for a wrong command line.`

const { values, name } = readOptions(process.argv.slice(2))
if (values.help) console.log(usage)
else {
  process.exitCode = runScaffold((draft, folder) => draftEvent(draft, folder, name), {
    ...{ root, dryRun: values['dry-run'] },
    say: (line) => console.log(line),
    sayError: (line) => console.error(line),
  })
}

function readOptions(args: string[]) {
  try {
    const options = {
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [name = '', ...others] = positionals
    if (!values.help && (name === '' || others.length > 0)) throw new TypeError('NAME')
    return { values, name }
  } catch {
    console.error('A word of new:event is wrong: expected one name and flags. Try --help.')
    process.exit(2)
  }
}
