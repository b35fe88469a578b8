import { type App, launchApp, type Running } from './launch-app.ts'
import type { Environ } from './read-settings.ts'
import type { Settings } from './setting.ts'

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
    process.exitCode = launched.exitCode
  }
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
    running.close().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : 'Stopping failed.'}\n`)
      process.exitCode = 1
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}
