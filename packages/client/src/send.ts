import { attempt, type Outcome } from './attempt.ts'
import type { Settings } from './parse-client-options.ts'
import { retryDelay } from './retry-delay.ts'
import { sleep } from './sleep.ts'
import type { Time } from './time.ts'

/** How a call ended, and after how many requests. */
export interface Delivery {
  outcome: Outcome
  attempts: number
}

/** Sends `request` until an attempt needs no other, retries are used up, or `signal` aborts. */
export async function send(
  request: Request,
  { settings, time, signal }: { settings: Settings; time: Time; signal: AbortSignal | undefined },
): Promise<Delivery> {
  const { method } = request
  const aborted = (attempts: number): Delivery => ({
    outcome: { kind: 'aborted', cause: signal?.reason },
    attempts,
  })
  for (let attempts = 1; ; attempts++) {
    if (signal?.aborted) return aborted(attempts - 1)
    const outcome = await attempt(request, { settings, time, signal })
    const delayMs = retryDelay(outcome, { attempts, method, settings, time })
    if (delayMs === null) return { outcome, attempts }
    if (!(await sleep(delayMs, { time, signal }))) return aborted(attempts)
  }
}
