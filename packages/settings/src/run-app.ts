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
  /** How long stopping may take before the process ends without it. @default 9500 */
  stopTimeoutMs?: number
}

type ListenError = NodeJS.ErrnoException & { port?: number; address?: string }

/**
 * Runs an app until SIGINT or SIGTERM, then stops it, whatever signals follow, and lets the process
 * end, at the latest after the time that stopping may take. Ends with 2 for a wrong flag and 1 for a setting or port that
 * cannot be used, or for what stopping rejected with, each with one line on stderr.
 */
export async function runApp<const S extends Settings>(app: App<S>, env: Environ): Promise<void> {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
    if (values.help) return void process.stdout.write(toHelp(app))
    const running = await app.start(readSettings(app.settings, env))
    stopOnSignal(running, app.stopTimeoutMs ?? 9_500)
    process.stdout.write(`${running.lines.join('\n')}\n`)
  } catch (error) {
    const { line, exitCode } = explain(error as ListenError, { ...app, env })
    process.stderr.write(`${line}\n`)
    process.exitCode = exitCode
  }
}

function stopOnSignal(running: Running, stopTimeoutMs: number) {
  const giveUp = () => {
    process.stderr.write('Stopping took too long: what was under way is cut off.\n')
    process.exit(1)
  }
  let isStopping = false
  const stop = () => {
    // A signal that nobody listened to any more would end the process in the midst of stopping.
    if (isStopping) return
    isStopping = true
    setTimeout(giveUp, stopTimeoutMs).unref()
    running.close().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : 'Stopping failed.'}\n`)
      process.exitCode = 1
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

function explain(
  error: ListenError,
  { name, settings, env }: Pick<App<Settings>, 'name' | 'settings'> & { env: Environ },
): { line: string; exitCode: number } {
  const { code = '', port, address } = error
  const variables = portVariables(settings, env, port)
  const setAnother = `Set ${variables.join(' or ')} to another`
  if (code.startsWith('ERR_PARSE_ARGS')) {
    return {
      line: `A flag of ${name} is unknown: expected --help or none. Try --help.`,
      exitCode: 2,
    }
  }
  if (code === 'EADDRINUSE') {
    const line = `Port ${port} is in use: expected a free one. ${setAnother}, or to 0 for any.`
    return { line, exitCode: 1 }
  }
  if (code === 'EACCES' && port !== undefined) {
    const line = `Port ${port} is not allowed: expected one this user may open. ${setAnother}.`
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

/** The variables that may have led to the port: those whose default it is, or else all of them. */
function portVariables(settings: Settings, env: Environ, port: number | undefined): string[] {
  const all = Object.keys(settings).filter((variable) => /(^|_)PORT$/.test(variable))
  const given = all.filter((variable) => {
    const text = env[variable]
    return text === undefined ? settings[variable]?.fallback === port : Number(text) === port
  })
  return given.length > 0 ? given : all
}
