import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { CliOptions, Question } from './answer-question.ts'
import { CompatError } from './errors.ts'
import { levels } from './finding.ts'
import { toPlain } from './group-findings.ts'
import { type Format, reporters } from './reports.ts'

/** Runs a command line: 0 compatible or declared, 1 breaking or undeclared, 2 no verdict. Never rejects. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<0 | 1 | 2> {
  try {
    const line = readLine(args)
    if (!line.values.help && !line.values.version) {
      const question = toQuestion(line)
      assertNode(process.versions.node)
      // What compares takes long to load.
      const { answer } = await import('./answer-question.ts')
      return await answer(question, options)
    }
    options.stdout(line.values.help ? HELP : `${readManifest().version}\n`)
    return 0
  } catch (error) {
    const { code, message } =
      error instanceof CompatError
        ? error
        : { code: 'internal', message: `The command failed: ${String(error)}. Please report it.` }
    options.stderr(`contract-compat: ${toPlain(message)} [${code}]\n`)
    return 2
  }
}

function readLine(args: readonly string[]) {
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

const failLevels = levels.filter((level) => level !== 'patch')

/** What to compare. `from` is undefined for the last release, `to` for the documents of the work tree. */
function toQuestion({ values, positionals }: ReturnType<typeof readLine>): Question {
  const { format, specs, changeset, 'last-release': isLastRelease } = values
  const [from, to, ...others] = isLastRelease ? [undefined, ...positionals] : positionals
  if (others.length > 0)
    throw usage(
      `pass at most ${isLastRelease ? 'TO' : 'FROM and TO'}, not ${positionals.length} arguments`,
    )
  if (from === undefined && !isLastRelease) throw usage('pass FROM or --last-release')
  if (!Object.hasOwn(reporters, format)) {
    throw usage(`--format must be one of ${Object.keys(reporters).join(', ')}, not ${format}`)
  }
  // Changesets decide about a break instead.
  const wanted = values['fail-on'] ?? (changeset === undefined ? 'major' : 'none')
  const failOn = failLevels.find((level) => level === wanted)
  if (failOn === undefined) {
    throw usage(`--fail-on must be one of ${failLevels.join(', ')}, not ${wanted}`)
  }
  return { from, to, format: format as Format, specs, changeset, failOn }
}

function usage(problem: string): CompatError {
  const message = `The command line is wrong: ${problem}. See contract-compat --help.`
  return new CompatError('usage', message)
}

/** @throws {CompatError} `node-too-old` if `engines` in the manifest excludes this version. */
export function assertNode(version: string): void {
  const oldest = readManifest().engines.node.replace('>=', '')
  if (oldest.localeCompare(version, 'en', { numeric: true }) <= 0) return
  const message = `Node ${version} is too old. Use Node ${oldest} or later.`
  throw new CompatError('node-too-old', message)
}

function readManifest(): { version: string; engines: { node: string } } {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
}

export const HELP = `contract-compat: is the step from one version of the contract to the next a patch, minor or major?

Usage
  contract-compat FROM [TO] [options]
  contract-compat --last-release [TO] [options]

FROM and TO are each a folder with openapi.yaml or asyncapi.yaml, one such file, or a git revision.
If both a path and a revision have the name, the path wins. Without TO, the documents of the work tree are used.

Options
  --last-release     compare with the newest release tag; before the first release, there is nothing to compare
  --format FORMAT    terminal, markdown (a changelog entry), json, github (default: terminal)
  --changeset DIR    pass if pending changesets declare every change, even a break; otherwise print the missing one
  --fail-on LEVEL    fail at minor, major or none (default: major; none with --changeset)
  --specs DIR        folder of the documents in the repository (default: specs)
  --help, --version

Exit codes
  0  compatible, or declared by changesets
  1  breaking, or a changeset is missing or too low
  2  no verdict
`
