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

/** How a mutant ended. Only the first two are kills. */
export type Fate = 'killed' | 'timed-out' | 'survived' | 'not-loaded'

export type Outcome = {
  fate: Fate
  /** The check or test file that turned red; empty for survivors. */
  by: string
}

export const isKill = ({ fate }: Outcome): boolean => fate === 'killed' || fate === 'timed-out'
