import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { createIo, type Environ, runCli } from '../src/index.ts'

export const main = join(import.meta.dirname, '../src/main.ts')

/** A command as a process of its own. */
export const startCli = (args: string[], env: Record<string, string> = {}) =>
  startApp({ file: main, args, env })

type Terminal = { env?: Environ; isTty?: boolean }

/** A command in this process, for the many rows of a table. */
export async function runCommand(args: readonly string[], { env = {}, isTty }: Terminal = {}) {
  let [stdout, stderr] = ['', '']
  const io = createIo({
    env,
    stdout: {
      isTTY: isTty === true,
      write(text) {
        stdout += text
      },
    },
    stderr: {
      isTTY: isTty === true,
      write(text) {
        stderr += text
      },
    },
  })
  const code = await runCli(args, io)
  return { code, stdout, stderr }
}
