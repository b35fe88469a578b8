import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { makeFolderInMemory } from './folder-in-memory.ts'
import { stopTurbo } from './stop-turbo.ts'
import { formatTotal, sumReports } from './test-total.ts'
import { findWorkspaces, root } from './workspaces.ts'

// Runs one of the tiers below and ends with the total of all its tests. Turbo restores the reports of
// unchanged packages, so the total is always complete.

type Step = {
  /** Tasks of turbo, or a program with its arguments. */
  run: { tasks: string[]; concurrency: number } | { program: string; args: string[] }
  env?: NodeJS.ProcessEnv
}

const turbo = (tasks: string, concurrency: number, env = {}): Step => ({
  run: { tasks: tasks.split(' '), concurrency },
  env,
})
const node = (file: string, ...args: string[]): Step => ({
  run: { program: process.execPath, args: [join(root, file), ...args] },
})
const program = (name: string, ...args: string[]): Step => ({ run: { program: name, args } })

// More at once would only wait for each other.
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
        `${tests} check:specs check:asyncapi check:workspaces check:lockfiles check:compat typecheck:bench build test:pack test:hosts`,
        parallel,
      ),
      // Some tests are typed by packages that only the step before installs.
      node('packages/dev/src/check-types.ts'),
      // Ten times the random cases of `test`.
      turbo('test:check', parallel, { TEST_SCALE: '10' }),
      // Two files of a package at a time keep a small machine busy. Those that judge by the clock need it
      // to themselves.
      turbo('test:faults', 1),
      turbo('test:faults:timed', 1),
      node('packages/audit/src/trace.ts', '--check'),
    ],
  },
  'check:fast': {
    says: 'Checks a change of the contract before a push: documents, generated code, types, contract tests.',
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

const [name = 'test', ...more] = process.argv.slice(2)
const isHelp = more.includes('--help') || more.includes('-h')
if (!(name in tiers) || (more.length > 0 && !isHelp)) {
  console.error(`Unknown argument ${more[0] ?? name}. Try npx pnpm@12 test --help.`)
  process.exit(2)
}
const { says, steps } = tiers[name as Tier]
if (isHelp) {
  console.log(
    `Usage: npx pnpm@12 ${name}\n\n${says}\nUnchanged packages are not tested again. Ends with the total.`,
  )
  process.exit()
}

let running: ChildProcess | undefined
const workspaces = findWorkspaces()
for (const { folder } of workspaces)
  for (const report of globSync('reports/*.json', { cwd: folder })) rmSync(join(folder, report))

const temporary = makeFolderInMemory()
process.once('exit', () => temporary && rmSync(temporary, { recursive: true, force: true }))
// A terminal sends Ctrl-C to every process of the group; any other signal reaches only this one.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isInterrupted = true
    const isTold = signal === 'SIGINT' && process.stdin.isTTY
    if (running && !isTold) stopTurbo(running)
  })

const failed: string[] = []
const times: string[] = []
for (const step of steps) {
  const since = performance.now()
  if ((await runStep(step)) !== 0) failed.push(nameOf(step))
  times.push(`${((performance.now() - since) / 1000).toFixed(0).padStart(5)} s  ${nameOf(step)}`)
}

const total = sumReports(workspaces, { isWhole: name !== 'check:fast' })
for (const failure of total.failures) console.error(`Failed: ${failure}`)
for (const place of total.silent) console.error(`${place} ran no test.`)
for (const step of failed) console.error(`Failed step: ${step}`)
if (steps.length > 1) console.log(times.join('\n'))
console.log(formatTotal(total))
process.exitCode = failed.length > 0 || total.failed > 0 || total.passed === 0 ? 1 : 0

function nameOf({ run }: Step): string {
  if ('tasks' in run) return run.tasks.join(' ')
  return [run.program, ...run.args].map((word) => basename(word)).join(' ')
}

async function runStep({ run, env }: Step): Promise<number | null> {
  if (isInterrupted) return null
  const [command, args] =
    'program' in run ? [run.program, run.args] : ['turbo', turboArguments(run)]
  running = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(temporary && { TMPDIR: temporary }), ...env },
  })
  const [exitCode] = await once(running, 'exit')
  return exitCode
}

/** Skips the dependents of a task that failed: they would fail as well. */
function turboArguments({ tasks, concurrency }: { tasks: string[]; concurrency: number }) {
  const flags = ['--continue=dependencies-successful', '--output-logs=new-only', '--ui=stream']
  return ['run', ...tasks, `--concurrency=${concurrency}`, ...flags]
}
