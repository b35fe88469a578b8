import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { ContractError, UsageError } from './errors.ts'
import { checkFiles, writeFiles } from './output/write-files.ts'
import { type Command, parseArguments } from './parse-arguments.ts'
import { configName } from './read-config.ts'
import { watchFiles } from './watch.ts'

interface CliOptions {
  cwd?: string
  /** Ends a watch. */
  signal?: AbortSignal
  stdout?: (text: string) => void
  stderr?: (text: string) => void
}

const help = `contract-codegen: OpenAPI and AsyncAPI documents in, TypeScript out

Usage
  contract-codegen generate --openapi FILE… --asyncapi FILE… --out DIR [options]
  contract-codegen check    --openapi FILE… --asyncapi FILE… --out DIR [options]

Commands
  generate   write the files into DIR; remove those that it wrote before and no longer needs
  check      write nothing; list files that are stale, edited by hand, missing or extra; exit 1 if there are any

Options
  --openapi FILE…       OpenAPI 3.0 to 3.2 or Swagger 2.0, JSON or YAML
  --asyncapi FILE…      AsyncAPI 2.0 to 2.6 or 3.0, JSON or YAML
  --out DIR             folder of the generated files
  --emit LIST           what to write, separated by commas: types, constants, validators, guards (these four are
                        the default), http, fingerprint
  --omit LIST           what to leave out: headers (their types), readers (the tolerant parsers and guards);
                        default: none
  --remote URL=DIR      folder with the documents whose addresses begin with URL; nothing is fetched;
                        repeat it for more
  --lenient             drop only the rule that contains a mistake, and list each mistake
  --types-module NAME   where validators and guards import types from (default: ./types.ts)
  --command TEXT        the command that files and messages tell people to run
                        (default: npx contract-codegen generate)
  --config FILE         read options from FILE (default: contract-codegen.json, if there is one)
  --watch               generate again after each change, until Ctrl-C
  --help, --version

A configuration file is JSON: { "openapi": ["api.yaml"], "out": "generated", "lenient": true }. Its members are
openapi, asyncapi, out, emit, omit, remotes, typesModule, lenient and command; paths start from its folder. Options on
the command line win.

Exit codes: 0 done, 1 the documents or the files are wrong, 2 the command line is wrong
`

/** Runs a command line. Gives the exit code; never throws on wrong input. */
export async function runCli(
  args: readonly string[],
  options: CliOptions = {},
): Promise<0 | 1 | 2> {
  const {
    cwd = process.cwd(),
    signal = new AbortController().signal,
    stdout = (text) => process.stdout.write(text),
    stderr = (text) => process.stderr.write(text),
  } = options
  try {
    const command = parseArguments(args, cwd)
    if (command.name === 'help') stdout(help)
    else if (command.name === 'version') stdout(`${readVersion()}\n`)
    else if (command.watch) await keepRunning(args, { cwd, stdout, stderr, signal })
    else return await run(command, { cwd, stdout, stderr })
    return 0
  } catch (error) {
    stderr(`${describe(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** Generates now and after each change of the documents, of what they refer to, and of the configuration. */
function keepRunning(args: readonly string[], options: Required<CliOptions>): Promise<void> {
  const { cwd, stderr, signal } = options
  const again = async () => {
    const files = [resolve(cwd, configName)]
    try {
      const command = parseArguments(args, cwd)
      for (const file of [...command.openapi, ...command.asyncapi, command.config])
        files.push(resolve(cwd, file))
      await run(command, { ...options, onRead: (path) => files.push(path) })
    } catch (error) {
      stderr(`${describe(error)}\n`)
    }
    return files
  }
  return watchFiles(again, { signal })
}

interface RunOptions extends Required<Omit<CliOptions, 'signal'>> {
  onRead?: (path: string) => void
}

async function run(
  command: Command,
  { cwd, stdout, stderr, onRead = () => {} }: RunOptions,
): Promise<0 | 1> {
  for (const file of [...command.openapi, ...command.asyncapi]) requireFile(file, cwd)
  requireFolder(command.out, cwd)
  // Reading documents takes long to load.
  const { generate } = await import('./generate.ts')
  let mistakes = 0
  const onNotice = (notice: string) => stderr(`note: ${notice}\n`)
  const onMistake = (mistake: string) => {
    mistakes += 1
    stderr(`mistake: ${mistake}\n`)
  }
  const files = await generate({ ...command, cwd, onNotice, onMistake, onRead })
  const folder = resolve(cwd, command.out)
  const name = (path: string) => relative(cwd, resolve(folder, path)).replaceAll(sep, '/')
  const passed =
    mistakes === 0 ? '' : `, ${mistakes} ${mistakes === 1 ? 'mistake' : 'mistakes'} skipped`
  const say = (state: string) =>
    stdout(`${name('.') || '.'}: ${files.length} files, ${state}${passed}\n`)
  if (command.name === 'generate') {
    say(`${writeFiles(files, folder).length} changed`)
    return 0
  }
  const differences = checkFiles(files, folder)
  for (const { path, kind } of differences)
    stderr(`${name(path)} ${verdicts[kind].replace('COMMAND', command.command)}\n`)
  if (differences.length > 0) return 1
  say('all up to date')
  return 0
}

const verdicts = {
  stale: 'is stale: run COMMAND.',
  edited: 'was edited by hand: make the change in the documents, then run COMMAND.',
  missing: 'is missing: run COMMAND.',
  extra: 'is no longer generated. Delete it.',
  foreign:
    'was not generated and is in the way. Delete it and run COMMAND, or name another folder.',
} as const

function requireFolder(folder: string, cwd: string): void {
  const path = resolve(cwd, folder)
  let place = path
  while (!existsSync(place)) place = dirname(place)
  if (statSync(place).isDirectory()) return
  const received = place === path ? 'a file' : 'inside a file'
  throw new UsageError(`${folder} is ${received}, not a folder. Pass another folder with --out.`)
}

function requireFile(file: string, cwd: string): void {
  const path = resolve(cwd, file)
  if (!existsSync(path))
    throw new UsageError(
      `${file}: no such file: ${path}. Correct the path, or use an absolute path.`,
    )
  if (statSync(path).isDirectory())
    throw new UsageError(`${file} is a folder. Name the document in it.`)
}

function describe(error: unknown): string {
  if (error instanceof ContractError) return error.message
  const message = error instanceof Error ? error.message : String(error)
  const help = error instanceof UsageError ? ' See contract-codegen --help.' : ''
  return `contract-codegen: ${message}${help}`
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
