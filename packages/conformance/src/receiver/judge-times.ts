import { departs, passed, type Verdict, wrong } from '../engine/verdict.ts'
import { inWords } from './sight.ts'

type Next = {
  /** Where an event was acknowledged and never acted upon. @default what the check says */
  lost?: string
  /** Where one was acted upon more than once. */
  twice?: string
}

export const skipTwice =
  'Keep a unique key of each event, such as the SHA-256 of its body, and skip what is there already.'

/** Judges how often each event was acted upon: once is right, more often a warning, never is a lost event. */
export function judgeTimes(
  said: string,
  times: readonly number[],
  { lost, twice = skipTwice }: Next = {},
): Verdict {
  const full = `${said}; acted upon ${times.map(inWords).join(' and ')}`
  if (times.includes(0)) return wrong(full, lost)
  if (times.every((one) => one === 1)) return passed(full)
  return { ...departs(full, twice), warning: 'acted-twice' }
}
