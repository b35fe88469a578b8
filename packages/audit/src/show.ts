import { parseArgs } from 'node:util'
import { formatTable, toRow } from '@partner-platform/dev/format-table'
import { showDefaults } from './show/show-options.ts'

const usage = `Usage: npx pnpm@12 demo:processes [--seconds N]

Two API processes and three workers on one Postgres, under load; one of each is killed. Ends with the
figures, and with 1 if anything is not as promised. Needs nothing but npm.

  --seconds N  how long load is driven, from 10; default: ${showDefaults.loadSeconds}`

const seconds = readSeconds(process.argv.slice(2))
// Loaded after the flags are read, so that --help answers at once.
const { killAll } = await import('@partner-platform/server/testing')
const { runShow } = await import('./show/run-show.ts')
const cleanups: (() => Promise<unknown>)[] = []
const cleanUp = async () => {
  await killAll()
  for (const clean of cleanups.splice(0).toReversed()) await clean()
}
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The library that runs Postgres listens too, and would end us before the rest is stopped.
  process.removeAllListeners(signal)
  process.once(signal, () => {
    isInterrupted = true
    console.log(`\n  ${signal}: everything is stopped`)
    void cleanUp().finally(() => process.exit(130))
  })
}
const startedMs = performance.now()
const say = (line: string) => {
  const at = ((performance.now() - startedMs) / 1000).toFixed(0).padStart(3)
  if (!isInterrupted) console.log(`  ${at} s  ${line}`)
}

try {
  const atEnd = (clean: () => Promise<unknown>) => void cleanups.push(clean)
  const figures = await runShow({ ...showDefaults, loadSeconds: seconds }, { say, atEnd })
  console.log(`\n${formatTable(figures.map(toRow))}\n`)
  if (!figures.every(({ ok }) => ok)) process.exitCode = 1
} catch (error) {
  if (!isInterrupted) {
    console.error(error instanceof Error ? error.message : 'The show failed.')
    process.exitCode = 1
  }
}
if (!isInterrupted) {
  await cleanUp()
  // The library that runs Postgres would end with 0 by itself.
  process.exit()
}

function readSeconds(args: string[]): number {
  try {
    const options = {
      seconds: { type: 'string', default: String(showDefaults.loadSeconds) },
      help: { type: 'boolean', short: 'h' },
    } as const
    const { values } = parseArgs({ args, options })
    if (values.help) {
      console.log(usage)
      process.exit()
    }
    if (!/^[1-9]\d{1,3}$/.test(values.seconds)) throw new TypeError('--seconds')
    return Number(values.seconds)
  } catch {
    console.error(
      'A flag of demo:processes is wrong: expected --seconds from 10 to 9999, or --help.',
    )
    process.exit(2)
  }
}
