/** How much the show does. */
export type ShowOptions = typeof showDefaults

export const showDefaults = {
  /** How long load is driven at least; what a killed worker held is waited for beside it. */
  loadSeconds: 40,
  /** When one process of each role is killed. */
  killAfterSeconds: 8,
  /** Status changes that are asked for at once. */
  laneCount: 6,
  partyCount: 20,
  keyCount: 4,
  quota: 50,
  windowSeconds: 4,
}
