import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Run, Timed } from './figures.ts'

type Subject = { base: string; head: string; machine: string }

/** The runs so far, kept in a file so that a stopped run can resume. */
export function openRecord(file: string, { isFresh, ...subject }: Subject & { isFresh: boolean }) {
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

/** Times of another base or another machine say nothing here. A new head keeps the times of the base. */
function readRuns(file: string, { base, head, machine }: Subject): Timed[] {
  if (!existsSync(file)) return []
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Subject & { runs: Timed[] }
  if (kept.base !== base || kept.machine !== machine) return []
  return kept.runs.filter(({ side }) => side === 'base' || kept.head === head)
}
