import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { messages } from '@partner-platform/types'
import { createSecret } from '@partner-platform/webhooks'
import { expect, onTestFinished } from 'vitest'
import { createIo, type Environ, type ExitCode, runCli } from '../src/index.ts'

export const main = join(import.meta.dirname, '../src/main.ts')

/** Starts a command as a separate process, for tests of the process itself. */
export const startCli = (args: string[], env: Record<string, string> = {}) =>
  startApp({ file: main, args, env })

type Terminal = { env?: Environ; isTty?: boolean }

/** Starts a command in this process, with its own streams and signals. */
function startCommand(args: readonly string[], { env = {}, isTty }: Terminal = {}) {
  const signals = new EventEmitter()
  const outputs = new EventEmitter()
  const firstOutput = once(outputs, 'text').then(([text]) => String(text))
  const toStream = (write: (text: string) => void) => ({ isTTY: isTty === true, write })
  let [stdout, stderr] = ['', '']
  const io = createIo({
    env,
    signals,
    stdout: toStream((text) => {
      stdout += text
      outputs.emit('text', text)
    }),
    stderr: toStream((text) => {
      stderr += text
    }),
  })
  const ended = runCli(args, io).then((code) => {
    if (stdout === '')
      outputs.emit('error', new Error(`The command ended without output: ${stderr}`))
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

type Ended = { code: ExitCode; stdout: string; stderr: string }

/** Expects a command to end without a result, and to say why in one line. Returns that line. */
export async function expectRefused(ended: Promise<Ended>, says: RegExp, exit: ExitCode = 2) {
  const { code, stdout, stderr } = await ended
  expect([code, stdout]).toEqual([exit, ''])
  expect(stderr).toMatch(says)
  expect(stderr.trimEnd()).not.toContain('\n')
  return stderr
}

type Given = { args?: string[]; secrets?: readonly string[] }

/** `listen` on a free port, with JSON lines unless told otherwise. It ends with the test. */
export async function startListen({ args = ['--json'], secrets = [createSecret()] }: Given = {}) {
  const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: secrets.join(',') }
  const { ended, firstOutput, kill } = startCommand(['listen', '--port', '0', ...args], { env })
  onTestFinished(async () => {
    kill('SIGINT')
    await ended
  })
  const [url = ''] = /http:\/\/[^\s"',]+/.exec(await firstOutput) ?? []
  const documents = async () => {
    const { stdout } = await ended
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  return { ended, url, env, documents, kill }
}

/** What `fetch` takes to post a body as a webhook. */
export const toPost = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => ({
  method: messages.submissionUpdated.method,
  headers: { 'content-type': messages.submissionUpdated.contentType, ...headers },
  body,
})
