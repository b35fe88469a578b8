import { formatTable } from '../terminal.ts'
import { type Command, environmentVariables, type Option, toPlaceholder } from './command.ts'

const bin = 'partner-platform'

const exitCodes = section('Exit codes:', [
  ['0', 'Success.'],
  ['1', 'A negative result: refused, not verified, findings.'],
  ['2', 'The command could not run: invalid command line, file or secret, or no answer.'],
])

/** The text of `--help` without a command. */
export const toGlobalHelp = (commands: readonly Command[]): string =>
  join([
    `${bin}: receive, send, replay and verify webhooks, list countries, check an implementation, apply overlays to documents.`,
    `Usage: ${bin} COMMAND [options]`,
    section(
      'Commands:',
      commands.map(({ name, says }) => [name, says]),
    ),
    section('Every command takes:', [
      ['--json', 'Print one JSON document on standard output; listen prints one per line.'],
      ['--help, -h', 'Show the options of a command, with examples.'],
      ['--version', 'Print the version. Takes no command.'],
    ]),
    section('Environment:', Object.entries(environmentVariables)),
    exitCodes,
  ])

/** The text of `--help` of one command. */
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
