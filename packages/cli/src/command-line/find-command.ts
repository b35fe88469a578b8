import { CliError } from '../cli-error.ts'
import type { Command } from './command.ts'

/** The command that the first one or two words name, and what follows them. */
export function findCommand(
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
    `The command is ${group.length > 0 ? 'incomplete' : 'unknown'}: expected ${expected.join(', ')}. Try partner-platform --help.`,
  )
}
