import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeFolderInMemory } from './folder-in-memory.ts'
import { formatTotal, sumReports } from './test-total.ts'
import { findWorkspaces, root } from './workspaces.ts'

// Runs `turbo run test` and whatever tasks are named beside it, and ends with the total of all tests.
// Turbo restores the reports of packages that it need not test again, so the total is always whole.
// What `--alone` names runs when everything else is over, one package after the other: tests that take
// time need a quiet machine. So does what `--paired` names, but two at a time, as those wait half of
// their time. `--trace` follows the statements of the source to the tests that ran, so it
// comes last.
const { help, tasks, paired, alone, trace } = parseArguments(process.argv.slice(2))
if (help) {
  console.log(
    'Usage: npx pnpm@12 test. Tests what has changed since it was last tested; ends with the total.',
  )
  process.exit()
}
let running: ChildProcess | undefined
const workspaces = findWorkspaces()
for (const { folder } of workspaces)
  rmSync(join(folder, 'reports'), { recursive: true, force: true })

const temporary = makeFolderInMemory()
process.once('exit', () => temporary && rmSync(temporary, { recursive: true, force: true }))
// What runs ends in order and leaves nothing behind; the keyboard has told it already.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isInterrupted = true
    if (signal === 'SIGTERM') running?.kill(signal)
  })

// More at once would only wait for each other, and let tests with a time limit run out of it.
const concurrency = `--concurrency=${availableParallelism() + 1}`
const exitCodes = [await runTurbo(['test', 'test:contract', ...tasks, concurrency])]
for (const task of paired) exitCodes.push(await runTurbo([task, '--concurrency=2']))
for (const task of alone) exitCodes.push(await runTurbo([task, '--concurrency=1']))
if (trace)
  exitCodes.push(await run(process.execPath, [join(import.meta.dirname, 'trace.ts'), '--check']))

const total = sumReports(workspaces)
for (const failure of total.failures) console.error(`Failed: ${failure}`)
for (const place of total.silent) console.error(`${place} ran no test.`)
console.log(formatTotal(total))
process.exitCode =
  exitCodes.some((code) => code !== 0) || total.failed > 0 || total.passed === 0 ? 1 : 0

// What waits for a task that failed could only fail with it.
function runTurbo(args: string[]): Promise<number | null> {
  return run('turbo', [
    'run',
    ...args,
    '--continue=dependencies-successful',
    '--output-logs=new-only',
  ])
}

async function run(command: string, args: string[]): Promise<number | null> {
  if (isInterrupted) return null
  const env = { ...process.env, ...(temporary && { TMPDIR: temporary }) }
  running = spawn(command, args, { cwd: root, stdio: 'inherit', env })
  const [exitCode] = await once(running, 'exit')
  return exitCode
}

type Arguments = {
  help: boolean
  tasks: string[]
  paired: string[]
  alone: string[]
  trace: boolean
}

function parseArguments(args: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        paired: { type: 'string', multiple: true, default: [] },
        alone: { type: 'string', multiple: true, default: [] },
        trace: { type: 'boolean', default: false },
      },
    })
    const { help = false, paired, alone, trace } = values
    return { help, tasks: positionals, paired, alone, trace }
  } catch {
    console.error('A flag of test is unknown: expected --help or none. Try --help.')
    process.exit(2)
  }
}
