export type Repeated = { stop(): Promise<void> }

type RepeatOptions = {
  everyMs: number
  /** Hears what a run rejects with; the next run comes all the same. */
  onError(error: unknown): void
}

/** Runs something now and then, never twice at once. Stopping waits for the run under way. */
export function repeat(run: () => Promise<void>, { everyMs, onError }: RepeatOptions): Repeated {
  let underWay: Promise<void> | null = null
  const timer = setInterval(() => {
    underWay ??= run()
      .catch(onError)
      .then(() => {
        underWay = null
      })
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
