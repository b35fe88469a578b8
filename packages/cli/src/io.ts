import { createStyle, type Style } from './terminal/create-style.ts'
import { type Progress, startProgress } from './terminal/start-progress.ts'
import { toPlainLines } from './terminal/to-plain-text.ts'

export type Environ = { readonly [variable: string]: string | undefined }

/** What a command sees of its process. */
export type Io = {
  env: Environ
  /** Prints a line on standard output at once, for commands that go on. */
  print(line: string): void
  /** Prints a line on standard error, for people. */
  note(line: string): void
  /** Where SIGINT and SIGTERM arrive. */
  signals: Signals
  /** Whether standard output takes colours. */
  isColored: boolean
  /** Those colours, or none. */
  style: Style
  /** Says on a terminal that work goes on, once it took a second. */
  progress(text: string): Progress
}

/** The part of a process that receives signals. */
export type Signals = {
  once(signal: NodeJS.Signals, listener: () => void): unknown
  off(signal: NodeJS.Signals, listener: () => void): unknown
}

type Stream = { isTTY?: boolean; write(text: string): unknown }

type Surroundings = {
  env: Environ
  stdout: Stream
  stderr: Stream
  /** @default the process */
  signals?: Signals
}

export function createIo({ env, stdout, stderr, signals = process }: Surroundings): Io {
  const isColored = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    env,
    signals,
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${toPlainLines(line)}\n`),
    isColored,
    style: createStyle(isColored),
    progress: (text) =>
      startProgress(stderr.isTTY ? (line) => void stderr.write(line) : undefined, text),
  }
}
