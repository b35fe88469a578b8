/** How much the show does. */
export type ShowOptions = {
  apiCount: number
  workerCount: number
  /** How long load is driven at least; what a killed worker held is waited for beside it. */
  loadSeconds: number
  /** When one of each is killed. */
  killAfterSeconds: number
  /** Status changes that are asked for at once, and the pause of each asker between two. */
  laneCount: number
  pauseMs: number
  keyCount: number
  quota: number
  windowSeconds: number
}

export const showDefaults: ShowOptions = {
  apiCount: 2,
  workerCount: 3,
  loadSeconds: 40,
  killAfterSeconds: 8,
  laneCount: 6,
  pauseMs: 25,
  keyCount: 4,
  quota: 50,
  windowSeconds: 4,
}
