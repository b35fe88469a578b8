import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import type { Outcome } from './mutant.ts'

export type Progress = {
  outcomes: Map<string, Outcome>
  note: (id: string, outcome: Outcome) => void
}

/**
 * What an earlier run found, as long as `digest` is the same, and a place for what this one finds: a
 * run that was stopped goes on where it was.
 */
export function keepProgress(file: string, digest: string): Progress {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const outcomes = new Map<string, Outcome>(
    kept?.digest === digest ? Object.entries(kept.outcomes) : [],
  )
  return {
    outcomes,
    note(id, outcome) {
      outcomes.set(id, outcome)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ digest, outcomes: Object.fromEntries(outcomes) }))
    },
  }
}

/** Changes with any file that mutants, tests and checks are made of. */
export function digestOf(settings: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(settings))
  const places = ['{packages,apps}/*/{src,test}', 'specs/{schemas,examples,vectors,decisions}']
  const patterns = [...places.map((place) => `${place}/**/*.{ts,yaml,json,md}`), 'specs/*.yaml']
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()) {
    const isElsewhere = /^packages.(dev|audit.(?!src.mutate))/.test(file)
    if (!isElsewhere) hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}
