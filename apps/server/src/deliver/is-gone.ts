import { constants } from '@partner-platform/types'
import type { Outcome } from './post-webhook.ts'

/**
 * Whether an endpoint has said, in a whole answer, that it is gone for good.
 * @see specs/decisions/ D-010
 */
export const isGone = ({ outcome, status }: { outcome: Outcome; status: number | null }): boolean =>
  outcome === 'refused' && status === constants.endpointGoneStatus
