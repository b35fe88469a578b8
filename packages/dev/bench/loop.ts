import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../src/workspaces.ts'
import { type Clone, cloneRevision, resolveRevision } from './loop/clone.ts'
import {
  type Figure,
  figures,
  formatResults,
  planRuns,
  type Run,
  type Subject,
  type Timed,
} from './loop/figures.ts'

const help = `Usage: npx pnpm@12 bench:loop [options]

Times the everyday commands in fresh clones of two revisions, in turn. Each clone has an empty package store.
Prints the ratios. To resume a stopped run, run the same command again.

  --base REVISION   compare with this revision (default: 291a6a0)
  --head REVISION   measure this revision (default: HEAD)
  --only LIST       only these, separated by commas: ${Object.keys(figures).join(', ')} (default: all)
  --record FILE     file that keeps the times (default: .data/bench-loop.json)
  --fresh           forget all recorded times; without it, another head still uses those of the base
  --help

The machine must be idle. A full run takes 40 to 90 minutes on 2 cores.
`

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '291a6a0' },
    head: { type: 'string', default: 'HEAD' },
    only: { type: 'string', default: Object.keys(figures).join() },
    record: { type: 'string', default: join(root, '.data/bench-loop.json') },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(help)
  process.exit()
}
const wanted = values.only.split(',')
const unknown = wanted.find((name) => !(name in figures))
if (unknown !== undefined) {
  console.error(`Unknown figure '${unknown}'. Use ${Object.keys(figures).join(', ')}.`)
  process.exit(2)
}

const [base, head] = [resolveRevision(values.base), resolveRevision(values.head)]
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`
const record = openRecord(values.record, { base, head, machine, isFresh: values.fresh })
const plan = planRuns(wanted as Figure[])
const work = mkdtempSync(join(tmpdir(), 'bench-loop-'))
const kept = new Map<string, Clone>()
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () =>
    stop.abort(new Error('Stopped. Run the same command again to resume.')),
  )

console.log(`base ${base.slice(0, 7)}, head ${head.slice(0, 7)}; ${machine}`)
try {
  for (const [index, run] of plan.entries()) {
    const title = `[${index + 1}/${plan.length}] ${run.figure}, ${run.side}, round ${run.round}`
    if (record.has(run)) {
      console.log(`${title}: already measured`)
      continue
    }
    stop.signal.throwIfAborted()
    console.log(`${title} …`)
    record.add(run, await measure(run))
  }
  console.log(formatResults(record.runs, { base, head, machine }))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
}

/** Figures that follow a `test` share its clone. Each other figure gets its own clone. */
async function measure(run: Run): Promise<Record<string, number>> {
  const revision = run.side === 'base' ? base : head
  const { needsTested, measure: time, keepsClone } = figures[run.figure]
  const options = { signal: stop.signal, side: run.side }
  const known = needsTested ? kept.get(revision) : undefined
  const clone = known ?? cloneRevision({ revision, work })
  if (needsTested && !known) {
    console.log('  running test once first, untimed …')
    await figures.test.measure(clone, options)
  }
  const isKept = needsTested || (keepsClone && run.side === 'head')
  if (isKept) kept.set(revision, clone)
  try {
    return await time(clone, options)
  } finally {
    if (!isKept) clone.remove()
  }
}

/** The runs so far, kept in a file so that a stopped run can resume. */
function openRecord(file: string, { isFresh, ...subject }: Subject & { isFresh: boolean }) {
  const runs: Timed[] = isFresh ? [] : readRuns(file, subject)
  const isSame = (run: Run) => (other: Run) =>
    run.figure === other.figure && run.side === other.side && run.round === other.round
  return {
    runs: runs as readonly Timed[],
    has: (run: Run) => runs.some(isSame(run)),
    add(run: Run, seconds: Record<string, number>) {
      runs.push({ ...run, seconds, at: new Date().toISOString() })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.draft`, `${JSON.stringify({ ...subject, runs }, null, 2)}\n`)
      renameSync(`${file}.draft`, file)
    },
  }
}

/** Times of another base or machine cannot be compared. Another head keeps the times of the base. */
function readRuns(file: string, { base, head, machine }: Subject): Timed[] {
  if (!existsSync(file)) return []
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Subject & { runs: Timed[] }
  if (kept.base !== base || kept.machine !== machine) return []
  return kept.runs.filter(({ side }) => side === 'base' || kept.head === head)
}
