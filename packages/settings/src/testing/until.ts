import { setTimeout as delay } from 'node:timers/promises'

type UntilOptions = {
  /** The awaited condition, for the message of a timeout. */
  what: string
  /** @default 60_000 */
  timeoutMs?: number
  /** @default 10 */
  everyMs?: number
}

/** Polls until the result is not `false`, `null` or `undefined`; returns it. */
export async function until<T>(
  look: () => T | Promise<T>,
  { what, timeoutMs = 60_000, everyMs = 10 }: UntilOptions,
): Promise<Exclude<T, false | null | undefined>> {
  const endMs = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== false && found !== null && found !== undefined)
      return found as Exclude<T, false | null | undefined>
    if (performance.now() > endMs) throw new Error(`Timed out: waited ${timeoutMs} ms for ${what}.`)
    await delay(everyMs)
  }
}
