import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { createIo, type Environ, runCli } from '../src/index.ts'

export const main = join(import.meta.dirname, '../src/main.ts')

/** Starts a command as a separate process, for tests of the process itself. */
export const startCli = (args: string[], env: Record<string, string> = {}) =>
  startApp({ file: main, args, env })

type Terminal = { env?: Environ; isTty?: boolean }

/** Starts a command in this process, with its own streams and signals. */
export function startCommand(args: readonly string[], { env = {}, isTty }: Terminal = {}) {
  const signals = new EventEmitter()
  const outputs = new EventEmitter()
  const firstOutput = new Promise<string>((resolve, reject) => {
    outputs.once('text', resolve)
    outputs.once('none', (stderr) =>
      reject(new Error(`The command ended without output: ${stderr}`)),
    )
  })
  let [stdout, stderr] = ['', '']
  const io = createIo({
    env,
    signals,
    stdout: {
      isTTY: isTty === true,
      write(text) {
        stdout += text
        outputs.emit('text', text)
      },
    },
    stderr: {
      isTTY: isTty === true,
      write(text) {
        stderr += text
      },
    },
  })
  const ended = runCli(args, io).then((code) => {
    outputs.emit('none', stderr)
    return { code, stdout, stderr }
  })
  // A command that is meant to fail has no output to wait for.
  firstOutput.catch(() => {})
  const kill = (signal: NodeJS.Signals) => signals.emit(signal)
  /** `firstOutput`: the first text on standard output; rejects if the command ends without any. */
  return { ended, firstOutput, kill }
}

/** Runs a command in this process to its end. */
export const runCommand = (args: readonly string[], terminal?: Terminal) =>
  startCommand(args, terminal).ended
