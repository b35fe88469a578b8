/** A mutant: what it changes, by a name that stays as long as the code around it does. */
export type Mutant = {
  /** Unique in its group. */
  id: string
  operator: string
  /** Relative to the root. */
  file: string
  /** Text of the whole file with the change. */
  text: string
  /** What was changed to what, in one line, for people. */
  change: string
}

export type Outcome = {
  fate: 'killed' | 'timed-out' | 'survived' | 'not-loaded'
  /** The check or test file that turned red; empty for survivors. */
  by: string
}

export type Judge = (mutant: Mutant) => Promise<Outcome>

export const isKill = ({ fate }: Outcome): boolean => fate === 'killed' || fate === 'timed-out'

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
