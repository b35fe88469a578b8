import { CliError } from '../cli-error.ts'
import type { Command } from './command.ts'

/** The arguments of a command that stand by themselves, by name. */
export function readOperands(
  { operands }: Command,
  given: readonly string[],
): Record<string, string | string[]> {
  const wanted = Object.entries(operands)
  const isOpen = wanted.some(([, { kind }]) => kind === 'texts')
  if (given.length > wanted.length && !isOpen) {
    const expected = wanted.map(([name]) => name.toUpperCase()).join(' and ') || 'none'
    throw usage(`There are too many arguments: expected ${expected}, received ${given.length}.`)
  }
  return Object.fromEntries(
    wanted.map(([name, operand], index) => {
      const text = given[index] ?? ''
      const choices = operand.kind === 'choice' ? operand.choices : undefined
      if (text === '') {
        throw usage(`${name.toUpperCase()} is missing: expected ${choices?.join(', ') ?? 'one'}.`)
      }
      if (choices && !choices.includes(text)) {
        throw usage(`${name.toUpperCase()} is unknown: expected ${choices.join(', ')}.`)
      }
      return [name, operand.kind === 'texts' ? given.slice(index) : text]
    }),
  )
}

const usage = (message: string) => new CliError('usage', message)
