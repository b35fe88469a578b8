import { join } from 'node:path'
import type { StoreLocation } from '@partner-platform/database'
import { bundleMain } from '@partner-platform/settings/testing'
import { startSender } from '../../src/testing/start-sender.ts'
import { toStoreSettings } from '../../src/testing/to-store-settings.ts'
import type { Failpoint } from './add-failpoint.ts'
import type { Mutant } from './add-mutant.ts'

const oddFile = join(import.meta.dirname, 'odd-sender.ts')

type Odds = {
  failpoint?: Failpoint | undefined
  mutant?: Mutant
  leaseSeconds?: number
  role?: 'all' | 'api' | 'worker'
}

/** A process of the app with what no setting can give it. */
export async function startOddSender(location: StoreLocation, odds: Odds = {}) {
  const { failpoint, mutant, leaseSeconds, role } = odds
  const env = {
    ...toStoreSettings(location),
    ...(failpoint ? { FAILPOINT: failpoint } : {}),
    ...(mutant ? { MUTANT: mutant } : {}),
    ...(leaseSeconds ? { LEASE_SECONDS: String(leaseSeconds) } : {}),
    ...(role ? { SERVER_ROLE: role } : {}),
  }
  const sender = await startSender({ env, file: await bundleMain(oddFile) })
  return {
    ...sender,
    /** Makes it die at its failpoint, the next time it comes there. */
    async arm() {
      sender.process.signal('SIGUSR2')
      await sender.process.says(/^Armed\.$/m)
    },
  }
}
