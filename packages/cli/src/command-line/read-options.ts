import { CliError } from '../cli-error.ts'
import type { Command } from './command.ts'
import type { Option } from './option.ts'

/** An option as it stands on the command line. */
type Token = { name: string; rawName: string; value?: string | undefined }

/** The values of a command's options, with those left out at their fallback. */
export function readOptions(
  { options }: Command,
  tokens: readonly Token[],
): Record<string, unknown> {
  for (const { name, rawName } of tokens) {
    if (Object.hasOwn(options, name)) continue
    // What stands behind an equals sign is none of the name, and may be a secret.
    const known = Object.keys(options).map((one) => `--${one}`)
    throw usage(`The option ${shown(rawName)} is unknown: expected ${known.join(', ')}.`)
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
    throw usage(`--${name} is given ${given.length} times: expected once. Keep one of them.`)
  }
  const [token] = given
  if (option.kind === 'flag') {
    if (token?.value === undefined) return token !== undefined
    throw usage(`--${name} has a value: expected none. Leave out what follows it.`)
  }
  if (!token) return 'fallback' in option ? option.fallback : undefined
  const text = textOf(token)
  if (option.kind === 'text') return text
  if (option.kind === 'choice') {
    if (option.choices.includes(text)) return text
    throw usage(`--${name} is unknown: expected ${option.choices.join(', ')}.`)
  }
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= option.min && value <= option.max) return value
  throw usage(
    `--${name} is wrong: expected a whole number from ${option.min} to ${option.max}, received ${text.length} characters.`,
  )
}

function textOf({ rawName, value }: Token): string {
  // A second dash is another option, not a value: `--file --json`.
  if (value !== undefined && value !== '' && !/^--?[a-z]/.test(value)) return value
  throw usage(`${shown(rawName)} has no value: expected one after it.`)
}

/** A name as typed, but nothing that could be a value which lost its place. */
const shown = (rawName: string) => (/^--?[a-z-]{1,30}$/.test(rawName) ? rawName : 'that was given')

const usage = (message: string) => new CliError('usage', message)
