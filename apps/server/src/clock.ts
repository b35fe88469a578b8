/** `wallMs` is Unix time; `monotonicMs` never decreases and has no fixed zero. */
export type Clock = { wallMs(): number; monotonicMs(): number }

export const systemClock: Clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() }
