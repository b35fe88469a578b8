/** Name of a channel of notifications: a lower-case letter, then letters, digits, underscores; at most 63. */
export type Channel = string

/** Hears what any process on the same store says on a channel. */
export type Listener = {
  /** What was said, in the order it was committed. */
  onPayload(payload: string): void
  /**
   * Whether the line stands. While it does not, what is said is lost: who keeps copies of rows must
   * forget them when it breaks, and may keep new ones from when it stands again.
   */
  onLive(isLive: boolean): void
}

/** A name goes into a statement as it is, so it must be one that needs no quotes. */
export function assertChannel(channel: Channel): void {
  if (/^[a-z][a-z0-9_]{0,62}$/.test(channel)) return
  throw new TypeError(
    `The channel has a wrong name: expected a lower-case letter, then letters, digits and underscores, at most 63, received ${channel.length} characters. Rename it.`,
  )
}
