export type SeededRandom = {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
}

/** Random numbers that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick<T>(from: readonly T[]): T {
      const one = from[between(0, from.length - 1)]
      if (one === undefined) throw new TypeError('There is nothing to pick from.')
      return one
    },
  }
}
