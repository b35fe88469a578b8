import { parseArgs } from 'node:util'
import {
  defaultCommand,
  defaultEmitters,
  type EmitterName,
  emitterNames,
  type PartName,
  partNames,
} from './emitter-names.ts'
import { UsageError } from './errors.ts'
import { readConfig } from './read-config.ts'

export interface Command {
  name: 'generate' | 'check' | 'help' | 'version'
  openapi: string[]
  asyncapi: string[]
  out: string
  emit: EmitterName[]
  omit: PartName[]
  typesModule: string
  remotes: Record<string, string>
  lenient: boolean
  /** The configuration file; `''` if none is named. */
  config: string
  watch: boolean
  /** What to run to generate again. */
  command: string
}

const options = {
  openapi: { type: 'string', multiple: true },
  asyncapi: { type: 'string', multiple: true },
  out: { type: 'string' },
  emit: { type: 'string' },
  omit: { type: 'string' },
  'types-module': { type: 'string' },
  remote: { type: 'string', multiple: true },
  lenient: { type: 'boolean' },
  config: { type: 'string' },
  command: { type: 'string' },
  watch: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/**
 * Parses a command line. What it leaves open comes from the configuration file, if there is one in `cwd` or
 * one is named. Throws a `UsageError` of one line.
 */
export function parseArguments(args: readonly string[], cwd = process.cwd()): Command {
  const { values: given, positionals, tokens } = parse(spread(args))
  const [name = '', extra] = positionals
  const values = { ...readConfig(given.config, cwd), ...given }
  const { out = '', 'types-module': typesModule = './types.ts' } = values
  const command = {
    out,
    typesModule,
    openapi: (values.openapi ?? []).filter((file) => file !== ''),
    asyncapi: (values.asyncapi ?? []).filter((file) => file !== ''),
    emit: parseList('emit', values.emit, emitterNames) ?? [...defaultEmitters],
    omit: parseList('omit', values.omit, partNames) ?? [],
    remotes: Object.fromEntries((values.remote ?? []).map(parseRemote)),
    lenient: values.lenient ?? false,
    config: values.config ?? '',
    watch: values.watch ?? false,
    command: values.command ?? defaultCommand,
  }
  // The later of two values would win in silence.
  for (const name of ['out', 'emit', 'omit', 'types-module', 'config', 'command']) {
    const { length } = tokens.filter((token) => token.kind === 'option' && token.name === name)
    if (length > 1) throw new UsageError(`--${name} is given ${length} times. Keep one of them.`)
  }
  if (values.help || args.length === 0) return { ...command, name: 'help' }
  if (values.version) return { ...command, name: 'version' }
  const mistake = findMistake({ ...command, name, extra, hasModule: 'types-module' in values })
  if (mistake !== undefined) throw new UsageError(mistake)
  return { ...command, name: name as 'generate' | 'check' }
}

interface Asked extends Omit<Command, 'name'> {
  name: string
  /** A word after the command that belongs to no option. */
  extra: string | undefined
  hasModule: boolean
}

function findMistake(asked: Asked): string | undefined {
  const { name, extra, openapi, asyncapi, out, typesModule, watch, emit, omit, hasModule } = asked
  const emits = (...names: EmitterName[]) => names.every((one) => emit.includes(one))
  if (name === '') return 'no command is given. Use generate or check.'
  if (name !== 'generate' && name !== 'check')
    return `the command must be generate or check, not '${name}'.`
  if (extra !== undefined)
    return `unexpected argument '${extra}'. Put --openapi or --asyncapi before it.`
  if (openapi.length + asyncapi.length === 0)
    return 'no document is named. Pass --openapi FILE or --asyncapi FILE.'
  if (out === '') return 'no output folder is named. Pass --out DIR.'
  if (typesModule === '') return '--types-module is empty. Pass the name of a module.'
  if (watch && name === 'check') return '--watch works only with generate. Run generate --watch.'
  if ((emits('validators') || emits('guards')) && !hasModule && !emits('types'))
    return 'validators and guards import types. Add types to --emit, or pass --types-module NAME.'
  const hasParts = emits('types', 'constants', 'validators') && !omit.includes('readers')
  if (emits('http') && !hasParts)
    return 'http uses the types, constants, validators and readers. Add the first three to --emit, and do not omit readers.'
  return undefined
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
    `--remote '${text}' is invalid. Write an address and a folder, such as https://example.com/=./vendor.`,
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
  throw new UsageError(
    `--${option} contains the unknown name '${unknown}'. Use ${known.join(', ')}.`,
  )
}
