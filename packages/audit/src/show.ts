import { formatTable, toRow } from '@partner-platform/dev/format-table'
import { readFlags } from './read-flags.ts'
import { showDefaults } from './show/show-options.ts'

const usage = `Usage: npx pnpm@12 demo:processes [--seconds N]

Runs two API processes and three workers on one Postgres under load, and kills one of each. Prints the
figures at the end, and exits with 1 if a guarantee is broken. Needs only npm.

  --seconds N  duration of the load, at least 10; default: ${showDefaults.loadSeconds}`

const loadSeconds = readFlags(
  {
    name: 'demo:processes',
    usage,
    expected: '--seconds from 10 to 9999, or --help.',
    options: { seconds: { type: 'string', default: String(showDefaults.loadSeconds) } },
  },
  ({ seconds }) => {
    if (!/^[1-9]\d{1,3}$/.test(seconds)) throw new TypeError('--seconds')
    return Number(seconds)
  },
)
// Loaded after the flags are read, so that --help answers at once.
const { killAll } = await import('@partner-platform/settings/testing')
const { runShow } = await import('./show/run-show.ts')
const opened = new AsyncDisposableStack()
const cleanUp = async () => {
  await killAll()
  await opened.disposeAsync()
}
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The library that runs Postgres handles these signals too, and would exit before the rest is stopped.
  process.removeAllListeners(signal)
  process.once(signal, () => {
    isInterrupted = true
    console.log(`\n  ${signal}: stopping everything`)
    void cleanUp().finally(() => process.exit(130))
  })
}
const startedMs = performance.now()
const say = (line: string) => {
  const at = ((performance.now() - startedMs) / 1000).toFixed(0).padStart(3)
  if (!isInterrupted) console.log(`  ${at} s  ${line}`)
}
let exitCode = 0
try {
  const figures = await runShow({ ...showDefaults, loadSeconds }, { say, opened })
  console.log(`\n${formatTable(figures.map(toRow))}\n`)
  exitCode = figures.every(({ ok }) => ok) ? 0 : 1
} catch (error) {
  exitCode = 1
  if (!isInterrupted)
    console.error(error instanceof Error ? error.message : 'demo:processes failed.')
}
if (!isInterrupted) {
  await cleanUp()
  // The library that runs Postgres would end with 0 by itself.
  process.exit(exitCode)
}
