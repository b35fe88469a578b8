import { findOrphans } from './find-orphans.ts'
import type { TraceMutant } from './make-mutants.ts'
import type { TraceInputs } from './read-inputs.ts'

export interface BlindSpots {
  tried: number
  /** What was done to the inputs without any orphan that tells of it. */
  unseen: string[]
}

/** Judges what was made of the inputs, and tells what nobody would have noticed. */
export function findBlindSpots(inputs: TraceInputs, mutants: Iterable<TraceMutant>): BlindSpots {
  const known = new Set(findOrphans(inputs))
  const found: BlindSpots = { tried: 0, unseen: [] }
  for (const { name, names, inputs: mutant } of mutants) {
    found.tried += 1
    const told = findOrphans(mutant).filter((orphan) => !known.has(orphan))
    if (!told.some((orphan) => names.some((one) => orphan.includes(one)))) found.unseen.push(name)
  }
  return found
}
