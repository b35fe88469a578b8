import { constants } from '@partner-platform/types'

/** How much an inbox keeps. */
export const inboxBounds = {
  /** Most unverified bodies in quarantine: the oldest makes room for more. @see specs/decisions D-007 */
  quarantineRows: constants.quarantineLimitRows as number,
  /** Most bytes of unverified bodies in quarantine. @see specs/decisions D-007 */
  quarantineBytes: constants.quarantineLimitBytes as number,
  /** Most verified bodies in quarantine: another one is refused. @see specs/decisions D-008 */
  verifiedRows: constants.verifiedQuarantineLimitRows as number,
  /** Most bytes of verified bodies in quarantine. @see specs/decisions D-008 */
  verifiedBytes: constants.verifiedQuarantineLimitBytes as number,
  /** Arrivals of events that are listed; older ones stay only while their event waits or has failed. */
  arrivals: 20_000,
  /** Bytes of header lines that are kept of an arrival; further lines are left out. */
  headerBytes: 4_096,
}

export type InboxBounds = typeof inboxBounds
