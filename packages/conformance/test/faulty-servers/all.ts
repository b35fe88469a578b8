import { accessFaults } from './access.ts'
import { answerFaults } from './answers.ts'
import type { FaultyServer } from './fixture.ts'
import { limitFaults } from './limits.ts'

/** Every server with a fault. */
export const faultyServers: readonly FaultyServer[] = [
  ...accessFaults,
  ...answerFaults,
  ...limitFaults,
]
