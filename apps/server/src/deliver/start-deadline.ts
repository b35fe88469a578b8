export type Deadline = {
  /** Aborts when the time is over, or when the signal above it aborts. */
  signal: AbortSignal
  /** Frees the timer. To be called when the work is done, in time or not. */
  stop(): void
}

/** Starts a time that work may take, at most as long as another signal lets it. */
export function startDeadline(timeoutMs: number, above?: AbortSignal): Deadline {
  const controller = new AbortController()
  const expire = () => controller.abort()
  const timer = setTimeout(expire, timeoutMs)
  above?.addEventListener('abort', expire, { once: true })
  if (above?.aborted) expire()
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer)
      above?.removeEventListener('abort', expire)
    },
  }
}
