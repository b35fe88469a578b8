import { parseArgs } from 'node:util'
import {
  type Command,
  environmentVariables,
  isFlag,
  type Option,
  toPlaceholder,
} from './command.ts'
import { type CliError, usageError } from './errors.ts'
import { suggest } from './suggest.ts'
import { formatTable } from './terminal.ts'

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
  const options = Object.entries(command.options).map(
    ([name, option]) => [name, { type: isFlag(option) ? 'boolean' : 'string' }] as const,
  )
  const { tokens } = parseArgs({
    args: rest,
    options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
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
    const { message } = error as CliError
    throw usageError(`${message} Try partner-platform ${command.name} --help.`)
  }
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
  const isIncomplete = group.length > 0 && (args[1] === undefined || args[1].startsWith('-'))
  const problem = isIncomplete ? 'incomplete' : 'unknown'
  const next = suggest(args.slice(0, 2).join(' '), expected)
  throw usageError(`The command is ${problem}. ${next} Try partner-platform --help.`)
}

type Token = { name: string; rawName: string; value?: string | undefined }

/** The values of a command's options; an omitted option has its fallback. */
function readOptions({ options }: Command, tokens: readonly Token[]): Record<string, unknown> {
  const unknown = tokens.find(({ name }) => !Object.hasOwn(options, name))
  if (unknown) {
    const known = Object.keys(options).map((one) => `--${one}`)
    throw usageError(
      `The option ${shown(unknown)} is unknown. ${suggest(`--${unknown.name}`, known)}`,
    )
  }
  const entries = Object.entries(options).map(([name, option]) => {
    const given = tokens.filter((token) => token.name === name)
    return [name, readOption(`--${name}`, option, given)]
  })
  return Object.fromEntries(entries)
}

function readOption(name: string, option: Option, given: readonly Token[]): unknown {
  const [token] = given
  if (!token) return option.fallback
  if (option.repeats) return given.flatMap((one) => option.read(textOf(one), name))
  if (given.length > 1)
    throw usageError(`${name} is given ${given.length} times. Keep one of them.`)
  if (!isFlag(option)) return option.read(textOf(token), name)
  if (token.value === undefined) return true
  throw usageError(`${name} takes no value. Remove the text after it.`)
}

function textOf(token: Token): string {
  const { value } = token
  // A second dash is another option, not a value: `--file --json`.
  if (value !== undefined && value !== '' && !/^--?[a-z]/.test(value)) return value
  throw usageError(`${shown(token)} needs a value after it.`)
}

/** The name as typed, unless it could be a misplaced value. */
const shown = ({ rawName }: Token) =>
  /^--?[a-z-]{1,30}$/.test(rawName) ? rawName : 'that was given'

function readOperands({ operands }: Command, given: readonly string[]): Record<string, unknown> {
  const wanted = Object.entries(operands)
  if (given.length > wanted.length && !wanted.some(([, { repeats }]) => repeats)) {
    const expected = wanted.map(([name]) => name.toUpperCase()).join(' and ') || 'none'
    throw usageError(`There are too many arguments. This command takes ${expected}.`)
  }
  const entries = wanted.map(([name, operand], index) => {
    const title = name.toUpperCase()
    const own = given.slice(index, operand.repeats ? undefined : index + 1)
    if (own.length === 0 || own[0] === '') {
      const { choices } = operand
      throw usageError(`${title} is missing. ${choices ? `Use ${choices.join(', ')}` : 'Add it'}.`)
    }
    const values = own.map((one) => operand.read(one, title))
    return [name, operand.repeats ? values.flat() : values[0]]
  })
  return Object.fromEntries(entries)
}

const bin = 'partner-platform'

const exitCodes = section('Exit codes:', [
  ['0', 'Success.'],
  ['1', 'The result is negative: refused, quarantined, not verified, or with findings.'],
  ['2', 'The command could not run: invalid command line, file or secret, or no answer.'],
])

export const toGlobalHelp = (commands: readonly Command[]): string =>
  join([
    `${bin}: receive, send, replay and verify webhooks, list countries, check an implementation, apply overlays to documents, and customize Redoc pages.`,
    `Usage: ${bin} COMMAND [options]`,
    section(
      'Commands:',
      commands.map(({ name, says }) => [name, says]),
    ),
    section('Common options:', [
      ['--json', 'Print one JSON document on standard output; listen prints one per line.'],
      ['--help, -h', 'Show the options of a command, with examples.'],
      ['--version', 'Print the version. Works only without a command.'],
    ]),
    section('Environment:', Object.entries(environmentVariables)),
    exitCodes,
  ])

export function toHelp(command: Command): string {
  const { name, says, details = [], operands, options, environment, examples } = command
  const operandRows = Object.entries(operands).map(([operand, about]) => [
    toPlaceholder(operand, about),
    [about.says, about.choices?.join(', ')].filter(Boolean).join(' '),
  ])
  const optionRows = Object.entries(options).map(([option, about]) => [
    [`--${option}`, toPlace(about)].filter(Boolean).join(' '),
    `${about.says}${hasFallback(about) ? ` [${about.fallback}]` : ''}`,
  ])
  const lines = Object.entries(examples).map(([line, why]) => `  # ${why}\n  ${bin} ${line}`)
  return join([
    `${bin} ${name}: ${says}`,
    `Usage: ${[bin, name, ...operandRows.map(([placeholder]) => placeholder), '[options]'].join(' ')}`,
    details.join('\n'),
    section('Arguments:', operandRows),
    section('Options:', optionRows),
    section(
      'Environment:',
      environment.map((variable) => [variable, environmentVariables[variable]]),
    ),
    ['Examples:', ...lines].join('\n'),
    exitCodes,
  ])
}

const toPlace = ({ value, choices }: Option) => choices?.join('|') ?? value

const hasFallback = ({ fallback }: Option) => ['string', 'number'].includes(typeof fallback)

function section(title: string, rows: readonly string[][]): string {
  return rows.length === 0 ? '' : `${title}\n${formatTable(rows)}`
}

const join = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')
