import { parseArgs } from 'node:util'
import { CompatError } from './errors.ts'
import { type Level, levels } from './finding.ts'
import { type Format, reporters } from './report/reporters.ts'

export type Command =
  | { name: 'help' | 'version' }
  | {
      name: 'compare'
      /** Undefined where the last release is asked for. */
      from: string | undefined
      /** Undefined where the documents of the work tree are meant. */
      to: string | undefined
      format: Format
      specs: string
      changeset: string | undefined
      failOn: Exclude<Level, 'patch'>
    }

const failLevels = levels.filter((level) => level !== 'patch')

/** Throws a `CompatError` for a command line that cannot be understood. */
export function parseArguments(args: readonly string[]): Command {
  const { values, positionals } = read(args)
  if (values.help) return { name: 'help' }
  if (values.version) return { name: 'version' }
  const [from, to, ...others] = values['last-release'] ? [undefined, ...positionals] : positionals
  if (others.length > 0) throw usage(`expected at most two sides, received ${positionals.length}`)
  if (from === undefined && !values['last-release']) {
    throw usage('expected a side or --last-release, received neither')
  }
  if (!Object.hasOwn(reporters, values.format)) {
    throw usage(
      `expected --format of ${Object.keys(reporters).join(', ')}, received ${values.format}`,
    )
  }
  // Changesets decide about a break instead.
  const wanted = values['fail-on'] ?? (values.changeset === undefined ? 'major' : 'none')
  const failOn = failLevels.find((level) => level === wanted)
  if (failOn === undefined) {
    throw usage(`expected --fail-on of ${failLevels.join(', ')}, received ${wanted}`)
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
