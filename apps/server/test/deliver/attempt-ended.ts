import type { AttemptEnded } from '../../src/deliver/retry-machine.ts'

/** The eighth attempt of a delivery, which failed. */
export const ended = (given: Partial<AttemptEnded> = {}): AttemptEnded => ({
  type: 'attempt-ended',
  attempt: 8,
  kind: 'scheduled',
  outcome: 'refused',
  status: 500,
  retryAfterSeconds: null,
  ...given,
})
