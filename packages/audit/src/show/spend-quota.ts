import { createClient } from '@partner-platform/client'
import { until } from '@partner-platform/server/testing'
import type { Member } from './start-fleet.ts'

export type Call = {
  sentMs: number
  endedMs: number
  /** `null` for an answer that was lost with its process. */
  status: number | null
}

/** All that was asked for with one key at one moment, when its window was empty. */
export type Round = { calls: Call[] }

export type QuotaSpending = {
  /** Rounds by key. */
  rounds: Round[][]
  stop(): Promise<void>
}

type SpendOptions = {
  keys: readonly string[]
  quota: number
  windowSeconds: number
  /** Processes that answer calls now. */
  apis(): readonly Member[]
}

/**
 * Asks for twice the quota of each key, spread over all processes at once, over and over: each time
 * when nothing that was admitted counts any more.
 */
export function spendQuota({ keys, quota, windowSeconds, apis }: SpendOptions): QuotaSpending {
  const rounds = keys.map((): Round[] => [])
  let isStopping = false
  const call = async (apiKey: string, at: number): Promise<Call> => {
    const members = apis()
    const baseUrl = members[at % members.length]?.url ?? ''
    const client = createClient({ baseUrl, apiKey, retries: 0 })
    const sentMs = performance.now()
    const { status } = await client.listCountries()
    return {
      sentMs,
      endedMs: performance.now(),
      status: typeof status === 'number' ? status : null,
    }
  }
  const spend = async (apiKey: string, own: Round[]) => {
    while (!isStopping) {
      const calls = await Promise.all(
        Array.from({ length: 2 * quota }, (_, at) => call(apiKey, at)),
      )
      own.push({ calls })
      const overMs = Math.max(...calls.map(({ endedMs }) => endedMs)) + windowSeconds * 1000
      const timeoutMs = 2 * windowSeconds * 1000 + 10_000
      await until(() => isStopping || performance.now() > overMs, { what: 'a window', timeoutMs })
    }
  }
  const spending = Promise.all(keys.map((apiKey, index) => spend(apiKey, rounds[index] ?? [])))
  return {
    rounds,
    async stop() {
      isStopping = true
      await spending
    },
  }
}

/** Whether what a round was admitted is the quota; answers that were lost may have been either. */
export function isExact({ calls }: Round, quota: number, windowSeconds: number): boolean {
  const admitted = calls.filter(({ status }) => status === 200).length
  const lost = calls.filter(({ status }) => status === null).length
  const firstMs = Math.min(...calls.map(({ sentMs }) => sentMs))
  const lastMs = Math.max(...calls.map(({ endedMs }) => endedMs))
  // On a machine that is so slow, some of it falls into the next window.
  if (lastMs - firstMs >= windowSeconds * 1000) return admitted + lost >= quota
  return admitted <= quota && admitted + lost >= quota
}

/** The most calls of one key that were certainly admitted within one window. */
export function mostInWindow(rounds: readonly Round[], windowSeconds: number): number {
  const admitted = rounds.flatMap(({ calls }) => calls).filter(({ status }) => status === 200)
  const counts = admitted.map(({ sentMs: fromMs }) => {
    const toMs = fromMs + windowSeconds * 1000
    return admitted.filter(({ sentMs, endedMs }) => sentMs >= fromMs && endedMs < toMs).length
  })
  return Math.max(0, ...counts)
}
