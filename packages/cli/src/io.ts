import { createStyle, type Progress, type Style, startProgress, toPlainLines } from './terminal.ts'

export type Environ = { readonly [variable: string]: string | undefined }

/** The parts of its process that a command uses. */
export type Io = {
  env: Environ
  /** Prints a line on standard output immediately, for a command that keeps running. */
  print(line: string): void
  /** Prints a line on standard error, for people. */
  note(line: string): void
  /** Receives SIGINT and SIGTERM. */
  signals: Signals
  /** Whether standard output takes colours. */
  isColored: boolean
  /** Functions for colours; without colour they return the text unchanged. */
  style: Style
  /** Shows a status line on a terminal if work takes over a second. */
  progress(text: string): Progress
}

/** The part of a process that receives signals. */
export type Signals = {
  once(signal: NodeJS.Signals, listener: () => void): unknown
  off(signal: NodeJS.Signals, listener: () => void): unknown
}

type Stream = { isTTY?: boolean; write(text: string): unknown }

type ProcessParts = {
  env: Environ
  stdout: Stream
  stderr: Stream
  /** @default the process */
  signals?: Signals
}

export function createIo({ env, stdout, stderr, signals = process }: ProcessParts): Io {
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
