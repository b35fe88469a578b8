/** How much one key may call. */
export type RateLimitPolicy = {
  /** Calls that one key may make in one window. */
  readonly quota: number
  readonly windowSeconds: number
}

/** Throws a `TypeError` for a quota or window that is no whole number above zero. */
export function assertPolicy({ quota, windowSeconds }: RateLimitPolicy): void {
  for (const [name, value] of Object.entries({ quota, windowSeconds })) {
    if (Number.isSafeInteger(value) && value > 0) continue
    throw new TypeError(
      `Rate limit ${name} is wrong: expected a whole number above 0, received ${value}. Correct the option.`,
    )
  }
}
