import { isRecord } from './pointer.ts'

/**
 * A second reckoning of packages/webhooks/src/delivery.ts: what judges the contract imports none of its users.
 * What a row of `vectors/retry-schedule.json` must want, by the constants of the contract.
 * @see specs/decisions/D-012-retry-schedule.md
 * @see specs/decisions/D-010-accepted-deliveries.md
 */
export function retryDelay(given: unknown, constants: Readonly<Record<string, unknown>>): unknown {
  const { retryDelaysSeconds, retryAfterStatuses, retryAfterRatio, retryJitterRatio } = constants
  if (!isRecord(given) || !Array.isArray(retryDelaysSeconds)) return undefined
  const { attempt, random, retryAfterSeconds, status } = given
  const seconds: unknown = retryDelaysSeconds[Number(attempt) - 1]
  if (typeof seconds !== 'number') return { deadLetter: true }
  const counts = Array.isArray(retryAfterStatuses) && retryAfterStatuses.includes(status)
  if (counts && typeof retryAfterSeconds === 'number') {
    const most = seconds * Number(retryAfterRatio)
    return { delayMs: Math.min(Math.max(retryAfterSeconds, seconds), most) * 1000 }
  }
  const jitter = 1 + Number(retryJitterRatio) * (2 * Number(random) - 1)
  return { delayMs: Math.round(seconds * 1000 * jitter) }
}
