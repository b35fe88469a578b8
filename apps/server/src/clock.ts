/** Where time comes from. `wallMs` is Unix time; `monotonicMs` only grows and has no fixed zero. */
export type Clock = { wallMs(): number; monotonicMs(): number }

/** The clocks of this machine. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}
