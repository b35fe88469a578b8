import { join } from 'node:path'
import type { StoreLocation } from '@partner-platform/database'
import { bundleMain } from '@partner-platform/settings/testing'
import { type Partner, startPartner } from '../../src/testing/start-partner.ts'
import type { Mutant } from './add-mutant.ts'

export const oddFile = join(import.meta.dirname, 'odd-receiver.ts')

export type Odds = {
  mutant?: Mutant
  leaseSeconds?: number
  retryDelaysMs?: readonly number[]
  /** How far its clock is ahead. */
  clockOffMs?: number
  /** How long connections and handlers may take to finish once it is told to stop. @default 5_000 */
  closeGraceMs?: number
  /** How long a request, or a silent connection, may take. @default 10_000 */
  requestTimeoutMs?: number
  /** Whether its handler never ends with events that say so. @default false */
  hangs?: boolean
}

export type OddReceiver = Partner & {
  /** Storage keys whose effect it has had, in order. */
  effects(): string[]
  /** Storage keys that it has given to its handler, one for each try. */
  begun(): string[]
  /** Connections to it that are open. */
  callers(): Promise<number>
}

/** A process of the app with what no setting can give it. */
export async function startOddReceiver(
  location: StoreLocation,
  { env, odds = {} }: { env: Readonly<Record<string, string>>; odds?: Odds },
): Promise<OddReceiver> {
  const { mutant, leaseSeconds, retryDelaysMs, clockOffMs, closeGraceMs, requestTimeoutMs, hangs } =
    odds
  const given = {
    ...(mutant !== undefined && { MUTANT: mutant }),
    ...(leaseSeconds !== undefined && { LEASE_SECONDS: String(leaseSeconds) }),
    ...(retryDelaysMs !== undefined && { RETRY_DELAYS_MS: retryDelaysMs.join() }),
    ...(clockOffMs !== undefined && { CLOCK_OFF_MS: String(clockOffMs) }),
    ...(closeGraceMs !== undefined && { CLOSE_GRACE_MS: String(closeGraceMs) }),
    ...(requestTimeoutMs !== undefined && { REQUEST_TIMEOUT_MS: String(requestTimeoutMs) }),
    ...(hangs && { HANGS: 'yes' }),
  }
  const file = await bundleMain(oddFile)
  const partner = await startPartner({ location, file, env: { ...env, ...given } })
  const { process } = partner
  const keysOf = (what: RegExp) => [...process.output.matchAll(what)].map(([, key = '']) => key)
  let asked = 0
  return {
    ...partner,
    effects: () => keysOf(/^Effect ([0-9a-f]{64})$/gm),
    begun: () => keysOf(/^Begun ([0-9a-f]{64}) /gm),
    async callers() {
      asked += 1
      process.signal('SIGUSR2')
      const [said] = await process.says(new RegExp(`(?:^Callers: [0-9]+\\.$[^]*?){${asked}}`, 'm'))
      return Number.parseInt(said.slice(said.lastIndexOf('Callers: ') + 'Callers: '.length), 10)
    },
  }
}
