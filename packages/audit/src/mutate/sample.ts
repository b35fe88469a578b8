import { createHash } from 'node:crypto'
import type { Mutant } from './mutant.ts'

/** Part of the draw: another seed gives another sample of the same mutants. */
export const sampleSeed = 'mutate-1'

/**
 * At most `limit` of the mutants, in their order. Each has its own draw, so code that comes or goes
 * leaves most of the sample as it was.
 */
export function sample(mutants: readonly Mutant[], limit: number): Mutant[] {
  if (mutants.length <= limit) return [...mutants]
  const drawn = mutants
    .map(({ id }) => ({
      id,
      draw: createHash('sha256').update(`${sampleSeed} ${id}`).digest('hex'),
    }))
    .sort((one, other) => (one.draw < other.draw ? -1 : 1))
    .slice(0, limit)
  const ids = new Set(drawn.map(({ id }) => id))
  return mutants.filter(({ id }) => ids.has(id))
}
