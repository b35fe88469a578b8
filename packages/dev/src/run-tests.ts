import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { availableParallelism, constants, freemem, setPriority } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { stopTurbo } from './stop-turbo.ts'
import { formatTotal, LastLines, readFailedTasks, summaries, sumReports } from './test-total.ts'
import { findWorkspaces, root } from './workspaces.ts'

// Runs one of the tiers below and ends with the total of all its tests. Turbo restores the reports of
// unchanged packages, so the total is always complete.

type Step = {
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  /** Whether it runs tasks of Turborepo, which stops them itself and writes a summary of them. */
  isTurbo?: boolean
  /** Steps that run while this one waits: one after another, at low priority. */
  beside?: Step[]
}

const program = (command: string, ...args: string[]): Step => ({
  command,
  args,
  name: [command, ...args].map((word) => basename(word)).join(' '),
})
const node = (file: string, ...args: string[]) =>
  program(process.execPath, join(root, file), ...args)
/** Tasks of turbo. It skips the dependents of a task that failed: they would fail as well. */
const turbo = (tasks: string, concurrency: number, env = {}): Step => ({
  name: tasks,
  command: 'turbo',
  isTurbo: true,
  env,
  args: [
    ...['run', ...tasks.split(' '), `--concurrency=${concurrency}`, '--summarize'],
    ...['--continue=dependencies-successful', '--output-logs=new-only', '--ui=stream'],
    '--log-prefix=task',
  ],
})

// More tasks at once would only compete for cores.
const parallel = availableParallelism() + 1

const tests = 'test test:contract check:generated'
const tiers = {
  test: { says: 'Tests every package against the specs.', steps: [turbo(tests, parallel)] },
  check: {
    says: 'Runs everything that CI runs after `test`: layout, types, real Postgres, browsers, faults, packed tarballs.',
    steps: [
      program('turbo', 'boundaries'),
      // The whole repository in one process: 20 would each read all of it.
      program('biome', 'check', '.'),
      turbo(
        `${tests} check:specs check:asyncapi check:workspaces check:lockfiles check:compat build test:pack test:check`,
        parallel,
        // Only `test:check` reads it: it runs twice as many random cases as `test`.
        { TEST_SCALE: '2' },
      ),
      {
        // Fault tests wait half of the time, for time-outs and restarts. Then they need a core at once.
        ...turbo('test:faults', 2, { TEST_MUTANTS: 'none' }),
        beside: [
          // Some tests import types of packages that only a step above installs.
          node('packages/dev/src/check-types.ts'),
          // Benches only have to show that they still run.
          turbo('bench', parallel, { BENCH_SMOKE: '1' }),
        ],
      },
      // These measure time, so they need the machine to themselves.
      turbo('test:faults:timed', 1),
      node('packages/audit/src/trace.ts', '--check'),
    ],
  },
  'check:release': {
    says: 'Runs the checks that a release needs in addition to `check`: a dry run against a local registry, the example receivers of the docs on real frameworks, embedding in Docusaurus and Backstage, and the fault tests with their mutants.',
    steps: [turbo('test:release', 1), turbo('test:faults', 2)],
  },
  'check:fast': {
    says: 'Checks a change to the contract before a push: documents, generated code, types, contract tests.',
    // With stale code, the later steps would only report its consequences.
    stopsAtFailure: true,
    steps: [
      turbo('check:specs check:generated @partner-platform/specs#build', parallel),
      turbo(
        'typecheck test --filter=@partner-platform/types --filter=@partner-platform/validators',
        parallel,
      ),
      program('vitest', 'run', '--config', 'packages/dev/vitest.contract.config.ts'),
    ],
  },
}
type Tier = keyof typeof tiers
type Plan = { says: string; steps: Step[]; stopsAtFailure?: boolean }

const [name = 'test', ...more] = process.argv.slice(2)
const isHelp = more.includes('--help') || more.includes('-h')
if (!(name in tiers) || (more.length > 0 && !isHelp)) {
  console.error(
    `Unknown argument ${more[0] ?? name}. Run npx pnpm@12 ${name in tiers ? name : 'test'} --help.`,
  )
  process.exit(2)
}
const { says, steps, stopsAtFailure = false }: Plan = tiers[name as Tier]
if (isHelp) {
  console.log(
    `Usage: npx pnpm@12 ${name}\n\n${says}\nUnchanged packages are not tested again. Prints the total at the end.`,
  )
  process.exit()
}

/** What runs now, and whether it has a process group of its own. */
const running = new Map<ChildProcess, { isGroup: boolean }>()
const workspaces = findWorkspaces()
for (const { folder } of workspaces)
  for (const report of globSync('reports/*.json', { cwd: folder })) rmSync(join(folder, report))
rmSync(join(root, summaries), { recursive: true, force: true })

const temporary = makeFolderInMemory()
process.once('exit', () => temporary && rmSync(temporary, { recursive: true, force: true }))
// A terminal sends Ctrl-C to this process and to Turborepo; any other signal reaches only this process.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isInterrupted = true
    const isTold = signal === 'SIGINT' && process.stdin.isTTY
    for (const [child, { isGroup }] of running)
      if (isGroup || !isTold) stopTurbo(child, { isGroup })
  })

const failed: Step[] = []
const last = new LastLines()
const times: string[] = []
let isCut = false
for (const step of steps) {
  isCut = isInterrupted || (stopsAtFailure && failed.length > 0)
  if (isCut) break
  await Promise.all([runStep(step), runBeside(step)])
}

const tasks = readFailedTasks(root)
const isWhole = !isInterrupted && (name === 'test' || name === 'check')
const total = sumReports(workspaces, { isWhole, tasks, last })
for (const failure of total.failures) console.error(`Failed: ${failure}`)
for (const place of total.silent)
  console.error(`No readable report of tests: ${place}. Run its tests alone to see why.`)
for (const { name, isTurbo } of failed)
  console.error(`Failed step: ${isTurbo ? name : last.of(name)}`)
if (isInterrupted) console.error('Interrupted.')
else if (isCut) console.error('The later steps did not run.')
if (steps.length > 1) console.log(times.join('\n'))
console.log(formatTotal(total))
// Turborepo exits with 0 if it is stopped.
const isGreen = !isInterrupted && failed.length === 0 && total.failed === 0 && total.passed > 0
process.exitCode = isGreen ? 0 : 1

async function runBeside({ beside = [] }: Step): Promise<void> {
  for (const step of beside)
    if (!isInterrupted) await runStep(step, constants.priority.PRIORITY_BELOW_NORMAL)
}

async function runStep(step: Step, priority = 0): Promise<void> {
  const { name, command, args, env, isTurbo = false } = step
  const since = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    // Processes that it starts are in its group, and are stopped with it.
    detached: !isTurbo,
    stdio: [isTurbo ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    env: {
      // Without it, each process of the tests would compile the same files again.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      ...process.env,
      ...(temporary && { TMPDIR: temporary }),
      ...env,
    },
  })
  running.set(child, { isGroup: !isTurbo })
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].pipe(process[stream], { end: false })
    createInterface({ input: child[stream] }).on('line', (line) => last.add(name, line))
  }
  const exited = once(child, 'close')
  if (child.pid && priority !== 0) setPriority(child.pid, priority)
  const [exitCode] = await exited
  running.delete(child)
  if (exitCode !== 0) failed.push(step)
  times.push(`${((performance.now() - since) / 1000).toFixed(0).padStart(5)} s  ${name}`)
}

/** A folder in memory, if /dev/shm allows it. On a disk, small files take a third of the test time. */
function makeFolderInMemory(): string | undefined {
  const place = '/dev/shm'
  // Several times what the tests of all packages hold at once.
  const leastBytes = 8 * 2 ** 30
  if (!existsSync('/proc/mounts') || freemem() < leastBytes) return undefined
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
  const [, , kind, options = ''] = mounts.findLast(([, at]) => at === place) ?? []
  if (kind !== 'tmpfs' || /(^|,)(noexec|ro)(,|$)/.test(options)) return undefined
  const { bavail, bsize } = statfsSync(place)
  if (bavail * bsize < leastBytes) return undefined
  const folder = mkdtempSync(join(place, 'partner-platform-tests-'))
  // The Postgres of a test may run as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  return folder
}
