// Runs all benches one after the other, and keeps their tables for the docs page on performance.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BenchRun } from '@partner-platform/harness/bench'
import { root } from '../src/workspaces.ts'

const help = `Usage: npx pnpm@12 bench [options]

Measures everything here that has to be fast beside its rivals, and prints the ratios.

  --record   keep the run in apps/docs/generated/benchmarks.json, from which the docs draw a page; the
             last three runs stay
  --help

The machine must be idle. A run takes 20 to 30 minutes on 2 cores. For one package, run
npx pnpm@12 --filter @partner-platform/webhooks bench
`

const [option, ...more] = process.argv.slice(2)
if (option === '--help' || option === '-h') {
  console.log(help)
  process.exit()
}
const isRecorded = option === '--record'
if (more.length > 0 || (option !== undefined && !isRecorded)) {
  console.error(`Unknown argument ${more[0] ?? option}. Run npx pnpm@12 bench --help.`)
  process.exit(2)
}

const kept = join(root, 'apps/docs/generated/benchmarks.json')
const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const tables = join(folder, 'tables.jsonl')
try {
  const env = { ...process.env, BENCH_RECORD: tables, ...(isRecorded && { BENCH_SMOKE: '0' }) }
  const args = ['run', 'bench', '--concurrency=1', '--ui=stream', '--output-logs=new-only']
  const { status } = spawnSync('turbo', args, { cwd: root, stdio: 'inherit', env })
  if (status !== 0) process.exitCode = 1
  else if (isRecorded) record()
} finally {
  rmSync(folder, { recursive: true })
}

function record(): void {
  const [cpu] = cpus()
  const run: BenchRun = {
    at: new Date().toISOString(),
    revision: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim(),
    machine: `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`,
    node: process.version,
    tables: readFileSync(tables, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
  const earlier: BenchRun[] = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')).runs : []
  const runs = [...earlier, run].slice(-3)
  writeFileSync(kept, `${JSON.stringify({ runs }, null, 2)}\n`)
  console.log(
    `\nKept in apps/docs/generated/benchmarks.json, with ${runs.length - 1} earlier runs.`,
  )
}
