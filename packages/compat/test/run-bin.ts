import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runCli } from '../src/run-cli.ts'

const main = join(import.meta.dirname, '../src/main.ts')

/** Runs the command as a process of its own, as a user does. */
export async function runBin(args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, ['--conditions=@partner-platform/source', main, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code: code as number | null, stdout, stderr }
}

/** The same in this process: quicker, where the process is not what is tested. */
export async function runHere(args: readonly string[], cwd: string) {
  let [stdout, stderr] = ['', '']
  const code = await runCli(args, {
    cwd,
    isColored: false,
    stdout: (part) => {
      stdout += part
    },
    stderr: (part) => {
      stderr += part
    },
  })
  return { code, stdout, stderr }
}
