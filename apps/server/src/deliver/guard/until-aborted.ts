/** What the work settles with, or a rejection with the signal's reason, whichever comes first. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const settle = () => signal.removeEventListener('abort', stop)
    work.then(resolve, reject).finally(settle)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
}
