export type ShowOptions = typeof showDefaults

export const showDefaults = {
  /** Minimum duration of the load; the run also waits for the deliveries of the killed worker. */
  loadSeconds: 40,
  killAfterSeconds: 8,
  /** Concurrent requests for a status change. */
  laneCount: 6,
  partyCount: 20,
  keyCount: 4,
  quota: 50,
  windowSeconds: 4,
}
