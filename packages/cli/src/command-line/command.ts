import type { Io } from '../io.ts'

type Described = {
  /** What it does, as a sentence. */
  says: string
}
type Valued = Described & {
  /** The placeholder for its value in help, such as `URL`. */
  value: string
  /** What its value names, for completion in shells. */
  names?: 'file' | 'folder'
}

/** One option of a command. `texts` may be given any number of times; `count` is a whole number. */
export type Option =
  | (Described & { kind: 'flag' })
  | (Valued & { kind: 'text'; fallback?: string })
  | (Valued & { kind: 'texts' })
  | (Described & { kind: 'choice'; choices: readonly string[]; fallback?: string })
  | (Valued & { kind: 'count'; min: number; max: number; fallback?: number })

type Options = { readonly [name: string]: Option }

/**
 * A positional argument. All are required, in the order of the table. `texts` is one or
 * more, as the last.
 */
export type Operand =
  | (Valued & { kind: 'text' })
  | (Valued & { kind: 'texts' })
  | (Described & { kind: 'choice'; choices: readonly string[] })

type Operands = { readonly [name: string]: Operand }

/** The placeholder for an argument in help, such as `FILE`, or `FILE…` for one or more. */
export const toPlaceholder = (name: string, { kind }: Operand): string =>
  `${name.toUpperCase()}${kind === 'texts' ? '…' : ''}`

type HasFallback = { fallback: string | number }

type ValueOf<O> = O extends { kind: 'flag' }
  ? boolean
  : O extends { kind: 'texts' }
    ? readonly string[]
    : O extends { kind: 'text' }
      ? O extends HasFallback
        ? string
        : string | undefined
      : O extends { kind: 'choice'; choices: readonly (infer Choice)[] }
        ? O extends HasFallback
          ? Choice
          : Choice | undefined
        : O extends HasFallback
          ? number
          : number | undefined

type OperandOf<O> = O extends { choices: readonly (infer Choice)[] }
  ? Choice
  : O extends { kind: 'texts' }
    ? readonly string[]
    : string

/** What the command line gave a command: `given['base-url']`, with the types of its table. */
type Given<O extends Options, A extends Operands> = {
  readonly [Name in keyof O]: ValueOf<O[Name]>
} & { readonly [Name in keyof A]: OperandOf<A[Name]> }

/** The environment variables that commands read; help lists those of each. */
export const environmentVariables = {
  PARTNER_PLATFORM_API_KEY: 'API key, unless --api-key-file names a file with it.',
  PARTNER_PLATFORM_WEBHOOK_SECRETS:
    'Signing secrets, newest first, separated by commas, unless --secret-file names a file with them.',
  NO_COLOR: 'Set to any value to turn off colours, which only a terminal shows.',
} as const

type EnvironmentVariable = keyof typeof environmentVariables

/** How a command ended: 0 fine, 1 a negative answer, 2 it could not be run. */
export type ExitCode = 0 | 1 | 2

export type Finished = {
  exitCode: ExitCode
  /** What `--json` prints, as one document; `undefined` if everything is printed already. */
  document: unknown
  /** What is printed without `--json`. */
  text: string
}

type About = {
  /** One or two words. */
  name: string
  /** What it does, as a sentence. */
  says: string
  /** What help adds, in lines of up to 100 characters. */
  details?: readonly string[]
  environment: readonly EnvironmentVariable[]
  /** Command lines without `partner-platform`, and what each is for. */
  examples: readonly (readonly [line: string, says: string])[]
}

type TypedCommand<O extends Options, A extends Operands> = About & {
  operands: A
  options: O
  run(given: Given<O, A>, io: Io, commands: readonly Command[]): Promise<Finished>
}

/** A command of any options, as the parser, help and completions see it. */
export type Command = About & {
  operands: Operands
  options: Options
  run(given: Record<string, unknown>, io: Io, commands: readonly Command[]): Promise<Finished>
}

/** A command whose `run` gets values of the types in its table. */
export const defineCommand = <const O extends Options, const A extends Operands>(
  command: TypedCommand<O, A>,
): Command =>
  // The parser builds `given` from this very table.
  command as unknown as Command

/** What every command takes. */
export const jsonOption = {
  json: { kind: 'flag', says: 'Print one JSON document.' },
} as const
