import { answeringFaults } from './answering.ts'
import { deduplicationFaults } from './deduplication.ts'
import type { FaultyFixture } from './fixture.ts'
import { readingFaults } from './reading.ts'
import { verificationFaults } from './verification.ts'

/** Every receiver with a fault. */
export const faultyReceivers: readonly FaultyFixture[] = [
  ...verificationFaults,
  ...readingFaults,
  ...deduplicationFaults,
  ...answeringFaults,
]
