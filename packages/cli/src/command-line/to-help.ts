import { formatTable } from '../terminal.ts'
import {
  type Command,
  environmentVariables,
  type Operand,
  type Option,
  toPlaceholder,
} from './command.ts'

const bin = 'partner-platform'

/** The text behind `--help` without a command. */
export function toGlobalHelp(commands: readonly Command[]): string {
  return sections([
    `${bin}: receive, send, replay and verify webhooks, list countries, check an implementation, change documents by overlays.`,
    [`Usage: ${bin} COMMAND [options]`],
    ['Commands:', formatTable(commands.map(({ name, says }) => [name, says]))],
    [
      'Every command takes:',
      formatTable([
        ['--json', 'One JSON document on standard output; of listen one per line.'],
        ['--help, -h', 'What the command takes, with examples.'],
        ['--version', 'The version; without a command.'],
      ]),
    ],
    ['Environment:', formatTable(Object.entries(environmentVariables).map((row) => [...row]))],
    ['Exit codes:', exitCodes],
  ])
}

/** The text behind `--help` of one command. */
export function toHelp(command: Command): string {
  const { name, says, details = [], operands, options, environment, examples } = command
  const arguments_ = Object.entries(operands)
  const placeholders = arguments_.map(([one, about]) => toPlaceholder(one, about))
  const rows = Object.entries(options).map(([option, about]) => [
    `--${option}${placeOf(about)}`,
    `${about.says}${'fallback' in about ? ` [${about.fallback}]` : ''}`,
  ])
  return sections([
    `${bin} ${name}: ${says}`,
    [`Usage: ${[bin, name, ...placeholders, '[options]'].join(' ')}`],
    details,
    section(
      'Arguments:',
      arguments_.map(([one, about]) => [toPlaceholder(one, about), sayOperand(about)]),
    ),
    section('Options:', rows),
    section(
      'Environment:',
      environment.map((variable) => [variable, environmentVariables[variable]]),
    ),
    ['Examples:', ...examples.map(([line, why]) => `  # ${why}\n  ${bin} ${line}`)],
    ['Exit codes:', exitCodes],
  ])
}

const exitCodes = formatTable([
  ['0', 'Fine.'],
  ['1', 'A negative answer: refused, not verified, findings.'],
  ['2', 'It could not be run: the command line, a file, a secret, nothing answers.'],
])

const section = (title: string, rows: string[][]) =>
  rows.length === 0 ? [] : [title, formatTable(rows)]

const sections = (parts: readonly (string | readonly string[])[]) =>
  `${parts
    .map((part) => [part].flat().join('\n'))
    .filter((part) => part !== '')
    .join('\n\n')}\n`

function placeOf(option: Option): string {
  if (option.kind === 'flag') return ''
  return ` ${option.kind === 'choice' ? option.choices.join('|') : option.value}`
}

const sayOperand = (operand: Operand) =>
  operand.kind === 'choice' ? `${operand.says} ${operand.choices.join(', ')}` : operand.says
