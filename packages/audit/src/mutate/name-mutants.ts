import type { Mutant } from './mutant.ts'

/** A mutant before it has a number: `place` is the declaration or node that it changes. */
export type Draft = Omit<Mutant, 'id'> & { place: string }

/** Numbers those of one operator in one place, so that a change elsewhere leaves the ids alone. */
export function nameMutants(drafts: readonly Draft[]): Mutant[] {
  const counts = new Map<string, number>()
  return drafts.map(({ place, ...draft }) => {
    const name = `${draft.file} ${place} ${draft.operator}`
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    return { ...draft, id: `${name} ${number}` }
  })
}
