import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../workspaces.ts'
import { createDraft, type Draft, ScaffoldError } from './draft.ts'

/** A command that takes one name, `--dry-run`, `--help` and its own options. */
export type ScaffoldCommand = {
  /** As in `npx pnpm@12 new:event`. */
  name: string
  usage: string
  /** Its own options, each of which takes a text. */
  options?: readonly string[]
  /** Makes the draft. Throws a `ScaffoldError` if that is not possible. */
  fill(draft: Draft, name: string, options: Readonly<Record<string, string | undefined>>): void
}

export type ScaffoldOutput = { say: (line: string) => void; sayError: (line: string) => void }

/** Runs a command line. Returns the exit code: 1 if the name is taken, 2 if the command line is wrong. */
export function runScaffold(
  command: ScaffoldCommand,
  args: string[],
  { say, sayError }: ScaffoldOutput,
): 0 | 1 | 2 {
  const given = readArguments(command, args)
  if (typeof given === 'string') {
    sayError(`${given} Run npx pnpm@12 ${command.name} --help.`)
    return 2
  }
  if (given.help) {
    say(command.usage)
    return 0
  }
  const draft = createDraft(root)
  try {
    command.fill(draft, given.name, given.options)
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error
    sayError(error.message)
    return error.code === 'usage' ? 2 : 1
  }
  const files = draft.list()
  for (const { file, isNew } of files) say(`${isNew ? 'new    ' : 'changed'} ${file}`)
  if (given.dryRun) return 0
  draft.write()
  const formatted = files.map(({ file }) => file).filter((file) => isFormatted.test(file))
  if (!format(formatted)) say('Could not format the new files: run npx pnpm@12 format to see why.')
  say('')
  say('Next: run npx pnpm@12 generate, npx pnpm@12 check:specs and npx pnpm@12 test.')
  say('They show each decision that is left to you, and where to write it.')
  return 0
}

/** Not examples, whose bytes matter, and not decisions, which are prose. */
const isFormatted = /\.ts$|^specs\/(schemas\/)?[^/]+\.yaml$/

/** The name and options of the command line, or the problem with it. */
function readArguments({ options = [] }: ScaffoldCommand, args: string[]) {
  const texts = Object.fromEntries(options.map((option) => [option, { type: 'string' as const }]))
  const flags = {
    'dry-run': { type: 'boolean' as const, default: false },
    help: { type: 'boolean' as const, short: 'h', default: false },
  }
  const known = { ...texts, ...flags }
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true })
    const { 'dry-run': dryRun, help, ...own } = values as typeof values & Record<string, string>
    const [name = '', ...others] = positionals
    if (!help && (name === '' || others.length > 0)) return 'Pass one name, then options.'
    return { name, dryRun, help, options: own }
  } catch (error) {
    // Its first sentence names the option, such as "Unknown option '--bogus'".
    const [problem = ''] = (error as Error).message.split(/[.\n]/)
    const names = Object.keys(known).map((option) => `--${option}`)
    return `${problem}. The options are ${names.join(', ')}.`
  }
}

/** Formats the files, whose line breaks depend on the names. The linter would read the whole repository. */
function format(files: string[]): boolean {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'check', '--write', '--linter-enabled=false', ...files]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' }).status === 0
}

export function runMain(command: ScaffoldCommand): void {
  process.exitCode = runScaffold(command, process.argv.slice(2), {
    say: (line) => console.log(line),
    sayError: (line) => console.error(line),
  })
}
