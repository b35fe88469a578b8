type RepeatOptions = {
  everyMs: number
  /** Called if a run rejects. The next run still happens. */
  onError(error: unknown): void
}

/** Calls `run` periodically, never twice at once. `stop` waits for the current run. */
export function repeat(run: () => Promise<void>, { everyMs, onError }: RepeatOptions) {
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
