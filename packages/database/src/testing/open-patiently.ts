import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable } from '../errors.ts'

const patienceMs = 30_000

/** Opens a store for a test, retrying because the machine may be busy. */
export async function openPatiently<T>(open: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + patienceMs
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > endMs) throw error
      await delay(200)
    }
  }
}
