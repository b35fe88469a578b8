import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groups } from './groups.ts'

/** A mutant that nothing kills, and why. */
export type KnownSurvivor = {
  group: string
  id: string
  /** `equivalent` behaves like the original and does not count; a `gap` counts as not killed. */
  kind: 'equivalent' | 'gap'
  reason: string
}

export const knownSurvivorsFile = join(import.meta.dirname, '../../known-survivors.json')

/** Reads the list; an entry that does not say all is an error. */
export function readKnownSurvivors(
  text = readFileSync(knownSurvivorsFile, 'utf8'),
): KnownSurvivor[] {
  const entries = JSON.parse(text) as KnownSurvivor[]
  for (const { group, id, kind, reason } of entries) {
    const isWhole = [group, id, reason].every((one) => typeof one === 'string' && one.trim() !== '')
    const isOfGroup = groups.some(({ name }) => name === group)
    if (!isWhole || !isOfGroup || !['equivalent', 'gap'].includes(kind)) {
      throw new TypeError(
        `An entry of known-survivors.json is not whole: expected a group that there is, id, kind and reason, received ${id ?? 'no id'}.`,
      )
    }
  }
  return entries
}
