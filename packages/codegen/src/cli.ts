import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ContractError } from './errors.ts'
import {
  defaultEmitters,
  type EmitterName,
  emitterNames,
  generate,
  type PartName,
  partNames,
} from './generate.ts'
import { toPosix } from './load/document-store.ts'
import { checkFiles, writeFiles } from './output/write-files.ts'

/** Where a run reads and writes. */
interface CliOptions {
  cwd?: string
  stdout?: (text: string) => void
  stderr?: (text: string) => void
}

const help = `contract-codegen: OpenAPI and AsyncAPI documents in, TypeScript out

Usage
  contract-codegen generate --openapi FILE… --asyncapi FILE… --out DIR [options]
  contract-codegen check    --openapi FILE… --asyncapi FILE… --out DIR [options]

Commands
  generate   write the files into DIR; remove those it wrote before and no longer wants
  check      write nothing; say which files are stale, edited by hand, missing or extra, and exit 1

Options
  --openapi FILE…       OpenAPI 3.0 or 3.1, JSON or YAML
  --asyncapi FILE…      AsyncAPI 2 or 3, JSON or YAML
  --out DIR             folder of the generated files
  --emit LIST           of types, constants, validators, guards, fingerprint (default: all but fingerprint)
  --omit LIST           of headers (their types), readers (the tolerant parsers and guards) (default: none)
  --remote URL=DIR      folder with the documents whose addresses begin with URL; nothing is fetched;
                        again for more
  --types-module NAME   where validators and guards import types from (default: ./types.ts)
  --help, --version

Exit codes: 0 done, 1 the documents or the files are wrong, 2 the command line is wrong
`

/** Runs a command line. Gives the exit code; never throws on wrong input. */
export async function runCli(
  args: readonly string[],
  options: CliOptions = {},
): Promise<0 | 1 | 2> {
  const {
    cwd = process.cwd(),
    stdout = (text) => process.stdout.write(text),
    stderr = (text) => process.stderr.write(text),
  } = options
  try {
    const command = parseArguments(args)
    if (command.name === 'help') stdout(help)
    else if (command.name === 'version') stdout(`${readVersion()}\n`)
    else return await run(command, { cwd, stdout, stderr })
    return 0
  } catch (error) {
    stderr(`${describe(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(
  command: Command,
  { cwd, stdout, stderr }: Required<CliOptions>,
): Promise<0 | 1> {
  for (const file of [...command.openapi, ...command.asyncapi]) requireFile(file, cwd)
  requireFolder(command.out, cwd)
  const stopProgress = startProgress(stderr)
  const onNotice = (notice: string) => stderr(`note: ${notice}\n`)
  const files = await generate({ ...command, cwd, onNotice }).finally(stopProgress)
  const folder = resolve(cwd, command.out)
  const name = (path: string) => toPosix(relative(cwd, resolve(folder, path)))
  const say = (state: string) => stdout(`${name('.') || '.'}: ${files.length} files, ${state}\n`)
  if (command.name === 'generate') {
    say(`${writeFiles(files, folder).length} changed`)
    return 0
  }
  const differences = checkFiles(files, folder)
  for (const { path, kind } of differences) stderr(`${name(path)} ${verdicts[kind]}\n`)
  if (differences.length > 0) return 1
  say('all up to date')
  return 0
}

const verdicts = {
  stale: 'is stale: run npx pnpm@12 generate.',
  edited: 'was edited by hand: make the change in the documents, then run npx pnpm@12 generate.',
  missing: 'is missing: run npx pnpm@12 generate.',
  extra: 'is extra: generation does not write it. Delete it.',
  foreign:
    'was not generated and is in the way. Delete it and run npx pnpm@12 generate, or name another folder.',
} as const

function requireFolder(folder: string, cwd: string): void {
  const path = resolve(cwd, folder)
  let place = path
  while (!existsSync(place)) place = dirname(place)
  if (statSync(place).isDirectory()) return
  const received = place === path ? 'a file' : 'a path through a file'
  throw new UsageError(`${folder} is ${received}, not a folder. Name another --out.`)
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

/** Says on a terminal that work continues after a second. Returns a function that clears the message. */
function startProgress(write: (text: string) => void): () => void {
  if (!process.stderr.isTTY) return () => {}
  let isShown = false
  const timer = setTimeout(() => {
    isShown = true
    write('generating …')
  }, 1000)
  return () => {
    clearTimeout(timer)
    if (isShown) write('\r\u001b[K')
  }
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

/** A parsed command line. */
export interface Command {
  name: 'generate' | 'check' | 'help' | 'version'
  openapi: string[]
  asyncapi: string[]
  out: string
  emit: EmitterName[]
  omit: PartName[]
  typesModule: string
  remotes: Record<string, string>
}

/** The command line is wrong; the message is one line for the user. */
class UsageError extends Error {
  override name = 'UsageError'
}

const options = {
  openapi: { type: 'string', multiple: true },
  asyncapi: { type: 'string', multiple: true },
  out: { type: 'string' },
  emit: { type: 'string' },
  omit: { type: 'string' },
  'types-module': { type: 'string' },
  remote: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** Parses a command line. Throws a `UsageError` of one line. */
export function parseArguments(args: readonly string[]): Command {
  const { values, positionals, tokens } = parse(spread(args))
  const [name = '', extra] = positionals
  const { out = '', 'types-module': typesModule = './types.ts' } = values
  const command = {
    out,
    typesModule,
    openapi: (values.openapi ?? []).filter((file) => file !== ''),
    asyncapi: (values.asyncapi ?? []).filter((file) => file !== ''),
    emit: parseList('emit', values.emit, emitterNames) ?? [...defaultEmitters],
    omit: parseList('omit', values.omit, partNames) ?? [],
    remotes: Object.fromEntries((values.remote ?? []).map(parseRemote)),
  }
  // The later of two values would win in silence.
  for (const name of ['out', 'emit', 'omit', 'types-module']) {
    const { length } = tokens.filter((token) => token.kind === 'option' && token.name === name)
    if (length > 1) throw new UsageError(`--${name} is given ${length} times. Keep one of them.`)
  }
  if (values.help || args.length === 0) return { ...command, name: 'help' }
  if (values.version) return { ...command, name: 'version' }
  const hasTypes = values['types-module'] !== undefined || command.emit.includes('types')
  const usesTypes = command.emit.includes('validators') || command.emit.includes('guards')
  const rules: [holds: boolean, otherwise: string][] = [
    [
      name === 'generate' || name === 'check',
      `the command must be generate or check, not ${name === '' ? 'missing' : `'${name}'`}.`,
    ],
    [extra === undefined, `unexpected argument '${extra}'. Put --openapi or --asyncapi before it.`],
    [
      command.openapi.length + command.asyncapi.length > 0,
      'no document is named. Pass --openapi FILE or --asyncapi FILE.',
    ],
    [out !== '', 'no output folder is named. Pass --out DIR.'],
    [typesModule !== '', '--types-module is empty. Pass the name of a module.'],
    [
      hasTypes || !usesTypes,
      'validators and guards import types. Add types to --emit, or pass --types-module NAME.',
    ],
  ]
  const broken = rules.find(([holds]) => !holds)
  if (broken !== undefined) throw new UsageError(broken[1])
  return { ...command, name: name as 'generate' | 'check' }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true, tokens: true })
  } catch (error) {
    const [line = ''] = (error as Error).message.split(/\.\s|\n/)
    throw new UsageError(`${line.replace(/\.$/, '')}.`)
  }
}

/** `--openapi a b` names two files, as a shell's `specs/*.yaml` would give them. */
function spread(args: readonly string[]): string[] {
  let flag: string | undefined
  return args.flatMap((arg, index) => {
    if (arg.startsWith('-')) {
      flag = arg === '--openapi' || arg === '--asyncapi' ? arg : undefined
      return [arg]
    }
    const isSecond = flag !== undefined && !args[index - 1]?.startsWith('-')
    return isSecond && flag !== undefined ? [flag, arg] : [arg]
  })
}

function parseRemote(text: string): [address: string, folder: string] {
  const [address = '', folder = ''] = text.split(/=(.*)/s)
  if (URL.canParse(address) && folder !== '') return [address, folder]
  throw new UsageError(
    `--remote is '${text}'. Write an address and a folder, such as https://example.com/=./vendor.`,
  )
}

function parseList<Name extends string>(
  option: string,
  text: string | undefined,
  known: readonly Name[],
): Name[] | undefined {
  const names = text?.split(',').map((name) => name.trim())
  const unknown = names?.find((name) => !known.includes(name as Name))
  if (unknown === undefined) return names as Name[] | undefined
  throw new UsageError(`--${option} has the unknown name '${unknown}'. Use ${known.join(', ')}.`)
}
