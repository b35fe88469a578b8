import { parseArgs } from 'node:util'
import { type Environ, readSettings, StartError } from './read-settings.ts'
import type { Settings, ValuesOf } from './setting.ts'

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
  /** Time for stopping before the process ends anyway, in milliseconds. @default 9500 */
  stopTimeoutMs?: number
}

type Described = Pick<App<Settings>, 'name' | 'says' | 'settings'>
type ListenError = NodeJS.ErrnoException & { port?: number; address?: string }

/** The output and exit code of a process that ends at once. */
export type Ended = { stdout: string; stderr: string; exitCode: number }

/**
 * Starts an app with the given flags and variables, without touching the process. If the app does not run,
 * the result says what to write and which exit code to use.
 */
export async function launchApp<const S extends Settings>(
  app: App<S>,
  { args, env }: { args: readonly string[]; env: Environ },
): Promise<Running | Ended> {
  const end = (line: string, exitCode: number) => ({ stdout: '', stderr: `${line}\n`, exitCode })
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const
    const { values } = parseArgs({ args: [...args], options })
    if (values.help) return { stdout: toHelp(app), stderr: '', exitCode: 0 }
    return await app.start(readSettings(app.settings, env))
  } catch (error) {
    const isFlag = (error as ListenError).code?.startsWith('ERR_PARSE_ARGS')
    return isFlag
      ? end(`${app.name} takes no argument except --help. Settings are environment variables.`, 2)
      : end(explain(error as ListenError, { ...app, env }), 1)
  }
}

/** The text of `--help`: every setting with its unit and default. */
function toHelp({ name, says, settings }: Described): string {
  const lines = Object.entries(settings).map(
    ([variable, { says, unit, shownDefault }]) =>
      `  ${variable}\n      ${says}\n      ${unit}; default: ${shownDefault}\n`,
  )
  return `${name}: ${says}\n\nUsage: ${name} [--help]\n\nSettings are environment variables:\n${lines.join('')}`
}

function explain(error: ListenError, { name, settings, env }: Described & { env: Environ }) {
  const { code = '', port, address } = error
  const setAnother = `Set ${portVariables(settings, env, port).join(' or ')} to another port`
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. ${setAnother}, or to 0 for any free one.`
  if (code === 'EACCES' && port !== undefined)
    return `This user may not open port ${port}. ${setAnother}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `Cannot listen on ${address ?? 'HOST'}: it is not a local address. Set HOST to a different one.`
  if (error instanceof StartError) return error.message
  return `${name} failed to start: ${error.name} ${code}`.trim()
}

/** The variables that may have set the port: those whose default it is, or else all. */
function portVariables(settings: Settings, env: Environ, port: number | undefined): string[] {
  const all = Object.keys(settings).filter((variable) => /(^|_)PORT$/.test(variable))
  const given = all.filter((variable) => {
    const text = env[variable]
    return text === undefined ? settings[variable]?.fallback === port : Number(text) === port
  })
  return given.length > 0 ? given : all
}

/**
 * Runs an app until SIGINT or SIGTERM, then stops it, whatever signals follow. Exits with 2 for a wrong
 * flag, and with 1 for a setting or port that cannot be used, for a stop that fails and for one that takes
 * too long, each with one line on stderr.
 */
export async function runApp<const S extends Settings>(app: App<S>, env: Environ): Promise<void> {
  const launched = await launchApp(app, { args: process.argv.slice(2), env })
  if ('close' in launched) {
    stopOnSignal(launched, app.stopTimeoutMs ?? 9_500)
    process.stdout.write(`${launched.lines.join('\n')}\n`)
  } else {
    process.stdout.write(launched.stdout)
    process.stderr.write(launched.stderr)
    endProcess(launched.exitCode)
  }
}

/** Ends the process once its output is written: a store that did not open may leave a timer behind. */
function endProcess(exitCode: number) {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))
}

function stopOnSignal(running: Running, stopTimeoutMs: number) {
  const giveUp = () => {
    process.stderr.write('Stopping took too long, so unfinished work was aborted.\n')
    process.exit(1)
  }
  let isStopping = false
  const stop = () => {
    // Without a listener, a further signal would end the process while it stops.
    if (isStopping) return
    isStopping = true
    setTimeout(giveUp, stopTimeoutMs).unref()
    running.close().then(
      () => endProcess(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.message : 'Stopping failed.'}\n`)
        endProcess(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}
