import { parseArgs } from 'node:util'
import {
  defaultEmitters,
  type EmitterName,
  emitterNames,
  type PartName,
  partNames,
} from './generate.ts'

/** A command line that was understood. */
export interface Command {
  name: 'generate' | 'check' | 'help' | 'version'
  openapi: string[]
  asyncapi: string[]
  out: string
  emit: EmitterName[]
  omit: PartName[]
  typesModule: string
}

/** The command line cannot be understood; the message is one line for the user. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const OPTIONS = {
  openapi: { type: 'string', multiple: true },
  asyncapi: { type: 'string', multiple: true },
  out: { type: 'string' },
  emit: { type: 'string' },
  omit: { type: 'string' },
  'types-module': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/** Understands a command line. Throws a `UsageError` of one line. */
export function parseArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(spread(args))
  const base = {
    openapi: (values.openapi ?? []).filter((file) => file !== ''),
    asyncapi: (values.asyncapi ?? []).filter((file) => file !== ''),
    out: values.out ?? '',
    emit: parseList('emit', values.emit, emitterNames) ?? [...defaultEmitters],
    omit: parseList('omit', values.omit, partNames) ?? [],
    typesModule: values['types-module'] ?? './types.ts',
  }
  if (values.help || args.length === 0) return { ...base, name: 'help' }
  if (values.version) return { ...base, name: 'version' }
  const [name, extra] = positionals
  const isComplete = values['types-module'] !== undefined || base.emit.includes('types')
  const fault = [
    name !== 'generate' && name !== 'check'
      ? `the command is wrong: expected generate or check, received ${name === undefined ? 'none' : `'${name}'`}.`
      : null,
    extra === undefined
      ? null
      : `the argument '${extra}' is not expected. Put --openapi or --asyncapi before it.`,
    base.openapi.length + base.asyncapi.length > 0
      ? null
      : 'no document is named: expected --openapi FILE or --asyncapi FILE.',
    base.out === '' ? 'no output folder is named: expected --out DIR.' : null,
    base.typesModule === ''
      ? '--types-module is wrong: expected the name of a module, received an empty text.'
      : null,
    !isComplete && base.emit.some(needsTypes)
      ? 'validators and guards import types: expected types in --emit, or --types-module NAME.'
      : null,
  ].find((text) => text !== null)
  if (fault !== undefined) throw new UsageError(fault)
  return { ...base, name: name === 'check' ? 'check' : 'generate' }
}

function needsTypes(emitter: EmitterName): boolean {
  return emitter === 'validators' || emitter === 'guards'
}

function parse(args: string[]) {
  try {
    const options = {
      options: OPTIONS,
      allowPositionals: true,
      strict: true,
      tokens: true,
    } as const
    const { values, positionals, tokens } = parseArgs({ args, ...options })
    checkOnce(tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])))
    return { values, positionals }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const [line = ''] = (error as Error).message.split(/\.\s|\n/)
    throw new UsageError(`${line.replace(/\.$/, '')}.`)
  }
}

/** The later of two values would win in silence. */
function checkOnce(names: readonly string[]): void {
  for (const name of ['out', 'emit', 'omit', 'types-module']) {
    const count = names.filter((given) => given === name).length
    if (count > 1)
      throw new UsageError(`--${name} is given ${count} times: expected once. Keep one of them.`)
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

function parseList<Name extends string>(
  option: string,
  text: string | undefined,
  known: readonly Name[],
): Name[] | undefined {
  const names = text?.split(',').map((name) => name.trim())
  const unknown = names?.find((name) => !known.includes(name as Name))
  if (unknown === undefined) return names as Name[] | undefined
  throw new UsageError(`--${option} is wrong: expected ${known.join(', ')}, received '${unknown}'.`)
}
