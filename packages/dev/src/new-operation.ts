import { parseArgs } from 'node:util'
import { draftOperation } from './scaffold/draft-operation.ts'
import { runScaffold } from './scaffold/run-scaffold.ts'
import { root } from './workspaces.ts'

const usage = `Usage: npx pnpm@12 new:operation NAME [--path PATH] [--item NAME] [--dry-run]

Adds an operation that lists things, such as listVisaTypes: contract, examples, decision, route, test. What a
person must decide is left as TODO, and fails the check until it is written.

  --path PATH  where it is; default: beside the first operation, such as /api/v1/platform/visa-types
  --item NAME  what it lists one of, such as visa-type; default: NAME in the singular
  --dry-run    tells which files it would write; writes none

Ends with 1 where something of that name is there already, with 2 for a wrong command line.`

const { values, name } = readOptions(process.argv.slice(2))
if (values.help) console.log(usage)
else {
  const { path, item, 'dry-run': dryRun } = values
  const wish = { id: name, path, item }
  process.exitCode = runScaffold((draft, folder) => draftOperation(draft, folder, wish), {
    ...{ root, dryRun },
    say: (line) => console.log(line),
    sayError: (line) => console.error(line),
  })
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
    if (!values.help && (name === '' || others.length > 0)) throw new TypeError('NAME')
    return { values, name }
  } catch {
    console.error('A word of new:operation is wrong: expected one name and flags. Try --help.')
    process.exit(2)
  }
}
