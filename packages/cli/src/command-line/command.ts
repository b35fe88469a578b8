import type { Io } from '../io.ts'
import type { EnvironmentVariable } from './environment-variables.ts'
import type { Given, Operands, Options } from './option.ts'

/** How a command ended: 0 fine, 1 a negative answer, 2 it could not be run. */
export type ExitCode = 0 | 1 | 2

export type Finished = {
  exitCode: ExitCode
  /** What `--json` prints, as one document; `undefined` where everything was printed on the way. */
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

export type TypedCommand<O extends Options, A extends Operands> = About & {
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

/** A command whose `run` gets values of the types that its table says. */
export const defineCommand = <const O extends Options, const A extends Operands>(
  command: TypedCommand<O, A>,
): Command =>
  // The parser builds `given` from this very table.
  command as unknown as Command
