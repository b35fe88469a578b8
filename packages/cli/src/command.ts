import { usageError } from './errors.ts'
import type { Io } from './io.ts'

/** An option or an argument, as help, completion and the parser use it. Flags have no value. */
export type Option<T = unknown> = {
  /** What it does, as a sentence. */
  says: string
  /** The placeholder for its value in help, such as `URL`. */
  value?: string
  /** What its value names, for completion. */
  names?: 'file' | 'folder'
  choices?: readonly string[]
  /** Whether it may be given several times. Of the arguments, only the last may. */
  repeats?: boolean
  /** Its value if it is omitted. */
  fallback: T
  /** Its value. Throws a `CliError` of code `usage` that starts with `name` and quotes no value. */
  read(text: string, name: string): T
}

export const flag = (says: string): Option<boolean> => ({ says, fallback: false, read: () => true })

export const text = <F extends string | undefined = undefined>(
  value: string,
  says: string,
  fallback?: F,
): Option<string | F> => ({ says, value, fallback: fallback as F, read: (given) => given })

export const isFlag = ({ value, choices }: Option): boolean =>
  value === undefined && choices === undefined

export const file = (says: string) => ({ ...text('FILE', says), names: 'file' }) as const
export const folder = (says: string) => ({ ...text('FOLDER', says), names: 'folder' }) as const

/** An http or https URL without user information. */
export const url = (says: string): Option<URL | undefined> => ({
  says,
  value: 'URL',
  fallback: undefined,
  read(given, name) {
    const parsed = URL.canParse(given) ? new URL(given) : undefined
    const isHttp = parsed && /^https?:$/.test(parsed.protocol)
    if (isHttp && parsed.username + parsed.password === '') return parsed
    const received = isHttp
      ? 'with user information'
      : parsed && `with the scheme ${parsed.protocol}`
    const not = received ? `, not one ${received}` : ''
    const example = 'http://127.0.0.1:4020/webhooks'
    throw usageError(`${name} must be an http or https URL such as ${example}${not}.`)
  },
})

export const choice = <const C extends string, F extends C | undefined = undefined>(
  choices: readonly C[],
  says: string,
  fallback?: F,
): Option<C | F> => ({
  says,
  choices,
  fallback: fallback as F,
  read(given, name) {
    const found = choices.find((one) => one === given)
    if (found !== undefined) return found
    throw usageError(`${name} must be one of ${choices.join(', ')}.`)
  },
})

export const count = <F extends number | undefined = undefined>(
  value: string,
  says: string,
  { min, max }: { min: number; max: number },
  fallback?: F,
): Option<number | F> => ({
  says,
  value,
  fallback: fallback as F,
  read(given, name) {
    const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
    if (number >= min && number <= max) return number
    throw usageError(`${name} must be a whole number from ${min} to ${max}.`)
  },
})

export const color = (says: string): Option<string | undefined> => ({
  says,
  value: 'COLOR',
  fallback: undefined,
  read(given, name) {
    if (/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(given)) return given
    throw usageError(`${name} must be a colour such as #0a7d5c. In a shell, put it in quotes.`)
  },
})

/** The same option, any number of times. */
export const repeated = <T>(option: Option<T>): Option<readonly Exclude<T, undefined>[]> => ({
  ...option,
  repeats: true,
  fallback: [],
  read: (given, name) => [option.read(given, name) as Exclude<T, undefined>],
})

/** Options by name, or arguments: all of them required, in this order. */
type Options = { readonly [name: string]: Option }

/** The placeholder for an argument in help, such as `FILE`, or `FILE…` for one or more. */
export const toPlaceholder = (name: string, { repeats }: Option): string =>
  `${name.toUpperCase()}${repeats ? '…' : ''}`

export const environmentVariables = {
  PARTNER_PLATFORM_API_KEY: 'API key, unless --api-key-file names a file with it.',
  PARTNER_PLATFORM_WEBHOOK_SECRETS:
    'Signing secrets, newest first, separated by commas, unless --secret-file names a file with them.',
  NO_COLOR: 'Set to any value to turn off colours, which only a terminal shows.',
} as const

/** How a command ended: 0 success, 1 a negative result, 2 it could not run. */
export type ExitCode = 0 | 1 | 2

export type Finished = {
  exitCode: ExitCode
  /** What `--json` prints; `undefined` if everything is printed already. */
  document: unknown
  /** What is printed without `--json`. */
  text: string
}

/** What a command takes and says. Parsing, help and completions come from it. */
export type CommandTable<O extends Options = Options, A extends Options = Options> = {
  /** One or two words. */
  name: string
  /** What it does, as a sentence. */
  says: string
  /** More lines for help, of up to 100 characters each. */
  details?: readonly string[]
  environment: readonly (keyof typeof environmentVariables)[]
  /** What each command line, without `partner-platform`, is for. */
  examples: Readonly<Record<string, string>>
  operands: A
  options: O
}

export const defineCommand = <O extends Options, A extends Options>(table: CommandTable<O, A>) => ({
  ...table,
  options: { ...table.options, json: flag('Print one JSON document.') },
})

/** The values that a command gets, such as `given['base-url']`, with the types of its table. */
export type Given<T extends CommandTable> = {
  readonly [Name in keyof T['options']]: T['options'][Name] extends Option<infer V> ? V : never
} & {
  readonly [Name in keyof T['operands']]: T['operands'][Name] extends Option<infer V>
    ? Exclude<V, undefined>
    : never
}

type Run<G> = (given: G, io: Io, commands: readonly CommandTable[]) => Promise<Finished>

export type Command = CommandTable & { run: Run<Record<string, unknown>> }

/** A command, with a function that loads its code only when it runs. */
export const toCommand = <T extends CommandTable>(
  table: T,
  load: () => Promise<Run<Given<T>>>,
): Command => ({
  ...table,
  // The parser builds `given` from the same table.
  run: async (given, io, commands) => (await load())(given as Given<T>, io, commands),
})
