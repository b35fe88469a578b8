import type { ExitCode } from '../command-line/command.ts'

/** Counts deliveries up to a limit. */
export function createTally(limit: number) {
  let [good, bad] = [0, 0]
  let finish = () => {}
  return {
    /** Keeps what is to be called at the limit. */
    whenFull(act: () => void) {
      finish = act
    },
    add(isGood: boolean) {
      if (isGood) good += 1
      else bad += 1
      if (good + bad >= limit) finish()
    },
    /** Whoever counts wants to know whether all of them were good. */
    exitCode: (): ExitCode => (bad > 0 ? 1 : 0),
    says: () => `${good + bad} received, ${good} accepted.`,
  }
}
