import type { StoreLocation } from '@partner-platform/database'
import { openPatiently } from '@partner-platform/database/testing'
import { openStore } from '../../src/index.ts'
import { deliverQueue } from '../../src/store/open-store.ts'
import { secretsKeys } from '../../src/testing/start-sender.ts'

/** Makes it be after the lease of whatever a sender that died had in its hands. */
export async function passLease(location: StoreLocation): Promise<void> {
  // An embedded store does so by itself when it is opened: nobody else can have anything in hand.
  if (location.kind === 'embedded') return
  const database = await openPatiently(() => openStore({ location, secretsKeys }))
  await database.query('update flights set until = now()')
  await database.releaseJobs(deliverQueue)
  await database.close()
}
