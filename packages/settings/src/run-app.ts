import { parseArgs } from 'node:util'
import { type Environ, readSettings, StartError } from './read-settings.ts'
import type { Settings, ValuesOf } from './setting.ts'
import { toHelp } from './to-help.ts'

type Running = {
  /** Lines for the person who started it. */
  lines: readonly string[]
  close(): Promise<void>
}

export type App<S extends Settings> = {
  name: string
  says: string
  settings: S
  start(values: ValuesOf<S>): Promise<Running>
}

type ListenError = NodeJS.ErrnoException & { port?: number; address?: string }

/**
 * Runs an app until SIGINT or SIGTERM, then stops it and lets the process end. Ends with 2 for a
 * wrong flag and 1 for a setting or port that cannot be used, each with one line on stderr.
 */
export async function runApp<const S extends Settings>(app: App<S>, env: Environ): Promise<void> {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
    if (values.help) return void process.stdout.write(toHelp(app))
    const running = await app.start(readSettings(app.settings, env))
    stopOnSignal(running)
    process.stdout.write(`${running.lines.join('\n')}\n`)
  } catch (error) {
    const { line, exitCode } = explain(error as ListenError, app.name)
    process.stderr.write(`${line}\n`)
    process.exitCode = exitCode
  }
}

function stopOnSignal(running: Running) {
  const stop = () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
    running.close().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : 'Stopping failed.'}\n`)
      process.exitCode = 1
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

function explain(error: ListenError, name: string): { line: string; exitCode: number } {
  const { code = '', port, address } = error
  if (code.startsWith('ERR_PARSE_ARGS')) {
    return {
      line: `A flag of ${name} is unknown: expected --help or none. Try --help.`,
      exitCode: 2,
    }
  }
  if (code === 'EADDRINUSE') {
    const line = `Port ${port} is in use: expected a free one. Set PORT to another, or to 0 for any.`
    return { line, exitCode: 1 }
  }
  if (code === 'EACCES' && port !== undefined) {
    const line = `Port ${port} is not allowed: expected one this user may open. Set PORT to another.`
    return { line, exitCode: 1 }
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const line = `Address ${address ?? 'of HOST'} is not of this machine: expected one it has. Set HOST to another.`
    return { line, exitCode: 1 }
  }
  const isTold = error instanceof StartError
  const line = isTold ? error.message : `${name} failed to start: ${error.name} ${code}`.trim()
  return { line, exitCode: 1 }
}
