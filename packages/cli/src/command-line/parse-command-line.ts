import { parseArgs } from 'node:util'
import { CliError } from '../errors.ts'
import type { Command, Option } from './command.ts'

type CommandLine =
  | { kind: 'help'; command: Command | undefined }
  | { kind: 'version' }
  | { kind: 'run'; command: Command; given: Record<string, unknown> }

/**
 * The command, options and arguments of a command line. Throws a `CliError` of code `usage`. Its message
 * never quotes a value, which may be a secret in the wrong place.
 */
export function parseCommandLine(
  commands: readonly Command[],
  args: readonly string[],
): CommandLine {
  const [first = '--help'] = args
  if (first === '--help' || first === '-h') return { kind: 'help', command: undefined }
  if (first === '--version') return { kind: 'version' }
  const { command, rest } = findCommand(commands, args)
  const { tokens } = parseArgs({
    args: rest,
    options: toParseArgs(command),
    strict: false,
    tokens: true,
  })
  const optionTokens = tokens.filter((token) => token.kind === 'option')
  if (optionTokens.some(({ name }) => name === 'help')) return { kind: 'help', command }
  const operands = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  try {
    const given = { ...readOptions(command, optionTokens), ...readOperands(command, operands) }
    return { kind: 'run', command, given }
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'usage') throw error
    throw new CliError('usage', `${error.message} Try partner-platform ${command.name} --help.`)
  }
}

function toParseArgs({ options }: Command) {
  const entries = Object.entries(options).map(
    ([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const,
  )
  return Object.fromEntries<{ type: 'boolean' | 'string'; short?: string }>([
    ...entries,
    ['help', { type: 'boolean', short: 'h' }],
  ])
}

/** The command named by the first one or two words, and the rest. */
function findCommand(
  commands: readonly Command[],
  args: readonly string[],
): { command: Command; rest: string[] } {
  for (const count of [2, 1]) {
    const name = args.slice(0, count).join(' ')
    const command = commands.find((one) => one.name === name)
    if (command) return { command, rest: args.slice(count) }
  }
  const [first = ''] = args
  const group = commands.filter((one) => one.name.startsWith(`${first} `))
  const expected = (group.length > 0 ? group : commands).map(({ name }) => name)
  throw new CliError(
    'usage',
    `The command is ${group.length > 0 ? 'incomplete' : 'unknown'}. Use ${expected.join(', ')}. Try partner-platform --help.`,
  )
}

/** An option as typed. */
type Token = { name: string; rawName: string; value?: string | undefined }

/** The values of a command's options, with those left out at their fallback. */
function readOptions({ options }: Command, tokens: readonly Token[]): Record<string, unknown> {
  for (const { name, rawName } of tokens) {
    if (Object.hasOwn(options, name)) continue
    // The text after an equals sign is not part of the name, and may be a secret.
    const known = Object.keys(options).map((one) => `--${one}`)
    throw usage(`The option ${shown(rawName)} is unknown. Use ${known.join(', ')}.`)
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const given = tokens.filter((token) => token.name === name)
      return [name, readOption(name, option, given)]
    }),
  )
}

function readOption(name: string, option: Option, given: readonly Token[]): unknown {
  if (option.kind === 'texts') return given.map((token) => textOf(token))
  if (given.length > 1) {
    throw usage(`--${name} is given ${given.length} times. Keep one of them.`)
  }
  const [token] = given
  if (option.kind === 'flag') {
    if (token?.value === undefined) return token !== undefined
    throw usage(`--${name} takes no value. Leave out what follows it.`)
  }
  if (!token) return 'fallback' in option ? option.fallback : undefined
  const text = textOf(token)
  if (option.kind === 'text') return text
  if (option.kind === 'choice') {
    if (option.choices.includes(text)) return text
    throw usage(`--${name} is unknown. Use ${option.choices.join(', ')}.`)
  }
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= option.min && value <= option.max) return value
  throw usage(
    `--${name} must be a whole number from ${option.min} to ${option.max}, not ${text.length} characters of something else.`,
  )
}

function textOf({ rawName, value }: Token): string {
  // A second dash is another option, not a value: `--file --json`.
  if (value !== undefined && value !== '' && !/^--?[a-z]/.test(value)) return value
  throw usage(`${shown(rawName)} needs a value after it.`)
}

/** A name as typed, unless it could be a misplaced value. */
const shown = (rawName: string) => (/^--?[a-z-]{1,30}$/.test(rawName) ? rawName : 'that was given')

const usage = (message: string) => new CliError('usage', message)

/** The positional arguments of a command, by name. */
function readOperands(
  { operands }: Command,
  given: readonly string[],
): Record<string, string | string[]> {
  const wanted = Object.entries(operands)
  const isOpen = wanted.some(([, { kind }]) => kind === 'texts')
  if (given.length > wanted.length && !isOpen) {
    const expected = wanted.map(([name]) => name.toUpperCase()).join(' and ') || 'none'
    throw usage(`There are too many arguments: ${given.length} instead of ${expected}.`)
  }
  return Object.fromEntries(
    wanted.map(([name, operand], index) => {
      const text = given[index] ?? ''
      const choices = operand.kind === 'choice' ? operand.choices : undefined
      if (text === '') {
        throw usage(
          `${name.toUpperCase()} is missing. ${choices ? `Use ${choices.join(', ')}` : 'Add it'}.`,
        )
      }
      if (choices && !choices.includes(text)) {
        throw usage(`${name.toUpperCase()} is unknown. Use ${choices.join(', ')}.`)
      }
      return [name, operand.kind === 'texts' ? given.slice(index) : text]
    }),
  )
}
