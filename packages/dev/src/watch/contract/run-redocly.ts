import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { specsRequire } from './specs-require.ts'

export type Printed = { stdout: string; stderr: string }

const entry = createRequire(specsRequire.resolve('@redocly/cli/package.json')).resolve(
  './lib/index.js',
)
let runs = 0

/**
 * Runs the Redocly CLI in this process, in the working directory: what it loads is loaded once. It
 * takes the process's own streams and arguments meanwhile, so one run must end before the next.
 */
export async function runRedocly(args: readonly string[]): Promise<Printed> {
  const said = { stdout: '', stderr: '' }
  const { argv, exitCode, exit, once } = process
  const writes = { stdout: process.stdout.write, stderr: process.stderr.write }
  const hear = (stream: 'stdout' | 'stderr') => (chunk: unknown) => {
    said[stream] += String(chunk)
    return true
  }
  try {
    await new Promise<void>((resolve, reject) => {
      process.argv = [process.execPath, entry, ...args]
      process.stdout.write = hear('stdout') as typeof process.stdout.write
      process.stderr.write = hear('stderr') as typeof process.stderr.write
      process.exit = () => resolve() as never
      // The last thing that it does is to ask for its exit code to be set at the end.
      process.once = ((event: string, listener: () => void) => {
        if (event === 'beforeExit') resolve()
        else once.call(process, event, listener)
        return process
      }) as typeof process.once
      import(`${pathToFileURL(entry).href}?run=${++runs}`).catch(reject)
    })
    return said
  } finally {
    Object.assign(process, { argv, exitCode, exit, once })
    Object.assign(process.stdout, { write: writes.stdout })
    Object.assign(process.stderr, { write: writes.stderr })
  }
}
