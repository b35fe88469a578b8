import type { Time } from './time.ts'

/** True once `delayMs` have passed; false as soon as `signal` aborts. Leaves no timer, no listener. */
export function sleep(
  delayMs: number,
  { time, signal }: { time: Time; signal: AbortSignal | undefined },
): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false)
    const onAbort = () => {
      cancel()
      resolve(false)
    }
    const cancel = time.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve(true)
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
