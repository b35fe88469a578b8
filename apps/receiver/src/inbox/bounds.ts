import { constants } from '@partner-platform/types'

/** How much an inbox keeps. */
export const inboxBounds = {
  /** Most bodies in quarantine. @see specs/decisions D-007 */
  quarantineRows: constants.quarantineLimitRows as number,
  /** Most bytes of bodies in quarantine. @see specs/decisions D-007 */
  quarantineBytes: constants.quarantineLimitBytes as number,
  /** Arrivals of events that are listed; older ones stay only while their event waits or has failed. */
  arrivals: 20_000,
  /** Bytes of header lines that are kept of an arrival; further lines are left out. */
  headerBytes: 4_096,
}

export type InboxBounds = typeof inboxBounds
