import { createClient } from '@partner-platform/client'
import { until } from '@partner-platform/settings/testing'
import type { Member } from './start-fleet.ts'

export type Call = {
  sentMs: number
  endedMs: number
  /** `null` if the answer was lost with its process. */
  status: number | null
}

/** All calls with one key at one time, when its window was empty. */
export type Round = readonly Call[]

type SpendOptions = {
  keys: readonly string[]
  quota: number
  windowSeconds: number
  apis(): readonly Member[]
}

/** Makes twice a key's quota of calls, spread over all processes, whenever the key's window is empty. */
export function spendQuota({ keys, quota, windowSeconds, apis }: SpendOptions) {
  let isStopping = false
  const call = async (apiKey: string, at: number): Promise<Call> => {
    const members = apis()
    const baseUrl = members[at % members.length]?.url ?? ''
    const sentMs = performance.now()
    const { status } = await createClient({ baseUrl, apiKey, retries: 0 }).listCountries()
    const endedMs = performance.now()
    return { sentMs, endedMs, status: typeof status === 'number' ? status : null }
  }
  const spend = async (apiKey: string) => {
    const rounds: Round[] = []
    while (!isStopping) {
      const calls = Array.from({ length: 2 * quota }, (_, at) => call(apiKey, at))
      const round = await Promise.all(calls)
      rounds.push(round)
      const overMs = Math.max(...round.map(({ endedMs }) => endedMs)) + windowSeconds * 1000
      const timeoutMs = 2 * windowSeconds * 1000 + 10_000
      await until(() => isStopping || performance.now() > overMs, { what: 'a window', timeoutMs })
    }
    return rounds
  }
  const spending = Promise.all(keys.map(spend))
  return {
    /** Ends the calls; gives the rounds of each key. */
    stop(): Promise<Round[][]> {
      isStopping = true
      return spending
    },
  }
}

/** Whether a round was admitted exactly the quota; a lost answer may have been either. */
export function isExact(round: Round, quota: number, windowSeconds: number): boolean {
  const admitted = round.filter(({ status }) => status === 200).length
  const lost = round.filter(({ status }) => status === null).length
  const firstMs = Math.min(...round.map(({ sentMs }) => sentMs))
  const lastMs = Math.max(...round.map(({ endedMs }) => endedMs))
  // On a slow machine, some calls fall into the next window.
  const isLong = lastMs - firstMs >= windowSeconds * 1000
  return admitted + lost >= quota && (isLong || admitted <= quota)
}

/** The most calls of one key that were certainly admitted within one window. */
export function mostInWindow(rounds: readonly Round[], windowSeconds: number): number {
  const admitted = rounds.flat().filter(({ status }) => status === 200)
  const counts = admitted.map(({ sentMs: fromMs }) => {
    const toMs = fromMs + windowSeconds * 1000
    return admitted.filter(({ sentMs, endedMs }) => sentMs >= fromMs && endedMs < toMs).length
  })
  return Math.max(0, ...counts)
}
