import { parseArgs } from 'node:util'
import { CompatError } from './errors.ts'
import { type Level, levels } from './finding.ts'
import { type Format, reporters } from './report/reporters.ts'

export type Command =
  | { name: 'help' | 'version' }
  | {
      name: 'compare'
      /** Undefined for the last release. */
      from: string | undefined
      /** Undefined for the documents of the work tree. */
      to: string | undefined
      format: Format
      specs: string
      changeset: string | undefined
      failOn: Exclude<Level, 'patch'>
    }

const failLevels = levels.filter((level) => level !== 'patch')

/** Throws a `CompatError` for an invalid command line. */
export function parseArguments(args: readonly string[]): Command {
  const { values, positionals } = read(args)
  if (values.help) return { name: 'help' }
  if (values.version) return { name: 'version' }
  const [from, to, ...others] = values['last-release'] ? [undefined, ...positionals] : positionals
  if (others.length > 0) throw usage(`pass at most two sides, not ${positionals.length}`)
  if (from === undefined && !values['last-release']) {
    throw usage('pass a side or --last-release')
  }
  if (!Object.hasOwn(reporters, values.format)) {
    throw usage(`--format must be ${Object.keys(reporters).join(', ')}, not ${values.format}`)
  }
  // Changesets decide about a break instead.
  const wanted = values['fail-on'] ?? (values.changeset === undefined ? 'major' : 'none')
  const failOn = failLevels.find((level) => level === wanted)
  if (failOn === undefined) {
    throw usage(`--fail-on must be ${failLevels.join(', ')}, not ${wanted}`)
  }
  return {
    name: 'compare',
    from,
    to,
    format: values.format as Format,
    specs: values.specs,
    changeset: values.changeset,
    failOn,
  }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'terminal' },
        specs: { type: 'string', default: 'specs' },
        changeset: { type: 'string' },
        'fail-on': { type: 'string' },
        'last-release': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw usage((error as Error).message.split('. ')[0] ?? '')
  }
}

function usage(problem: string): CompatError {
  return new CompatError(
    'usage',
    `The command line is wrong: ${problem}. See contract-compat --help.`,
  )
}

export const HELP = `contract-compat: is the step from one version of the contract to the next a patch, minor or major?

Usage
  contract-compat FROM [TO] [options]
  contract-compat --last-release [TO] [options]

FROM and TO are each a folder with openapi.yaml or asyncapi.yaml, one such file, or a git revision.
A path that exists comes first. TO is the documents of the work tree where it is left out.

Options
  --last-release     from the newest release tag; before the first, there is nothing to compare
  --format FORMAT    terminal, markdown (a changelog entry), json, github (default: terminal)
  --changeset DIR    pass if pending changesets declare every change, even a break; else print the missing one
  --fail-on LEVEL    fail at minor, major or none (default: major; none with --changeset)
  --specs DIR        folder of the documents in the repository (default: specs)
  --help, --version

Exit codes
  0  compatible, or declared by changesets
  1  breaking, or a changeset is missing or too low
  2  no verdict
`
