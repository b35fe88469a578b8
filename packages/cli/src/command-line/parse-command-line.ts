import { parseArgs } from 'node:util'
import { CliError } from '../cli-error.ts'
import type { Command } from './command.ts'
import { findCommand } from './find-command.ts'
import { readOperands } from './read-operands.ts'
import { readOptions } from './read-options.ts'

export type CommandLine =
  | { kind: 'help'; command: Command | undefined }
  | { kind: 'version' }
  | { kind: 'run'; command: Command; given: Record<string, unknown> }

/**
 * What a command line asks for. Throws a `CliError` of code `usage` for one that cannot be understood;
 * its message holds no value of it, as that may be a secret in the wrong place.
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
