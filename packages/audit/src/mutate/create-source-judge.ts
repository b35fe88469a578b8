import type { Part } from './groups.ts'
import type { Mutant, Outcome } from './mutant.ts'
import { runVitest } from './run-vitest.ts'

/** A mutant that takes this many times as long as the tests take without it hangs. */
const patience = 4
const leastMs = 20_000

export type Judge = (mutant: Mutant) => Promise<Outcome>

/** Runs the tests of a part as they are, which must be green, and then with a mutant each. */
export async function createSourceJudge(part: Part): Promise<Judge> {
  const limitsMs: number[] = []
  for (const stage of part.stages) {
    const startedMs = performance.now()
    const { end, by } = await runVitest({ part, stage, limitMs: 180_000 })
    if (end !== 'green') {
      throw new Error(
        `${part.folder} has red tests without any mutant: ${by} (${end}). Run them by hand, and mend them first.`,
      )
    }
    limitsMs.push(Math.max(leastMs, patience * (performance.now() - startedMs)))
  }
  return async (mutant) => {
    let isLoaded = false
    for (const [index, stage] of part.stages.entries()) {
      const run = await runVitest({ part, stage, limitMs: limitsMs[index] ?? leastMs, mutant })
      isLoaded ||= run.isLoaded
      // Red without the mutant in place is another fault, and no kill.
      if (run.end === 'red' && run.isLoaded) return { fate: 'killed', by: run.by }
      if (run.end === 'timed-out' && run.isLoaded) return { fate: 'timed-out', by: run.by }
    }
    return { fate: isLoaded ? 'survived' : 'not-loaded', by: '' }
  }
}
