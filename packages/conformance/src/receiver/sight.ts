import type { Effect } from './receiver-options.ts'

/** What the receiver has acted upon, as its `effects` told at the end. */
export type Sight = {
  /** The statuses that were acted upon for a submission, oldest first. */
  statusesOf: (uuid: string) => readonly string[]
  /** Whether anything of this run was seen at all; if not, that nothing is there tells nothing. */
  isLive: boolean
}

export const timesOf = (sight: Sight, { uuid, status }: Effect) =>
  sight.statusesOf(uuid).filter((one) => one === status).length

/** How often an effect is in a list of wanted ones. */
export const countOf = (wanted: readonly Effect[], { uuid, status }: Effect) =>
  wanted.filter((one) => one.uuid === uuid && one.status === status).length

/** A number of times in words. */
export const inWords = (times: number) =>
  times === 0 ? 'never' : times === 1 ? 'once' : `${times} times`

/** How often any of the submissions was acted upon. */
export const actedOn = (sight: Sight | undefined, uuids: readonly string[]) =>
  uuids.reduce((sum, uuid) => sum + (sight?.statusesOf(uuid).length ?? 0), 0)
