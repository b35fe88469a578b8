export type Stopwatch = {
  /** Notes how long a part took. */
  time<Result>(part: string, work: Promise<Result>): Promise<Result>
  /** The whole, e.g. `1.8 s (check 0.7, types 0.9)`. */
  told(): string
}

export function startStopwatch(): Stopwatch {
  const startedMs = performance.now()
  const took: string[] = []
  const seconds = (sinceMs: number) => ((performance.now() - sinceMs) / 1_000).toFixed(1)
  return {
    async time(part, work) {
      const sinceMs = performance.now()
      const result = await work
      took.push(`${part} ${seconds(sinceMs)}`)
      return result
    },
    told: () => `${seconds(startedMs)} s${took.length > 0 ? ` (${took.join(', ')})` : ''}`,
  }
}
