import { parseArgs } from 'node:util'
import { type Environ, readSettings, StartError } from './read-settings.ts'
import type { Settings, ValuesOf } from './setting.ts'
import { toHelp } from './to-help.ts'

/** An app that has started. */
export type Running = {
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

/** The output and the exit code of a process that ends at once. */
export type Ended = { stdout: string; stderr: string; exitCode: number }

/**
 * Starts an app with the given flags and variables, without touching the process. If the app does not run,
 * the result says what to write and which exit code to use.
 */
export async function launchApp<const S extends Settings>(
  app: App<S>,
  { args, env }: { args: readonly string[]; env: Environ },
): Promise<Running | Ended> {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const
    const { values } = parseArgs({ args: [...args], options })
    if (values.help) return { stdout: toHelp(app), stderr: '', exitCode: 0 }
    return await app.start(readSettings(app.settings, env))
  } catch (error) {
    const { line, exitCode } = explain(error as ListenError, { ...app, env })
    return { stdout: '', stderr: `${line}\n`, exitCode }
  }
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
