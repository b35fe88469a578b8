import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { StoreLocation } from '@partner-platform/database'
import { openPatiently } from '@partner-platform/database/testing'
import { bundleMain } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import type { TestContext } from 'vitest'
import { openStore } from '../../src/index.ts'
import { auditInbox, findLeaks } from '../../src/testing/audit-inbox.ts'
import { createDelivery, createSender } from '../../src/testing/create-sender.ts'
import { createJournal, type Driving, driveDeliveries } from '../../src/testing/drive-deliveries.ts'
import { type Partner, startPartner, untilHandled } from '../../src/testing/start-partner.ts'
import type { Odds } from './odd-receiver.ts'

export type { Odds }
export const oddFile = join(import.meta.dirname, 'odd-receiver.ts')

type SceneOptions = {
  /** Deliveries at once. @default 8 */
  laneCount?: number
  /** How long an attempt may take. @default 15_000 */
  timeoutMs?: number
}

/** A store, receivers on it, a sender, and a journal of the answers. */
export function openScene(
  location: StoreLocation,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { laneCount = 8, timeoutMs = 15_000 }: SceneOptions = {},
) {
  const secret = createSecret()
  const journal = createJournal()
  const sender = createSender({ connections: laneCount, timeoutMs })
  const partners: Partner[] = []
  const loads: Driving[] = []
  // The receiver of a failed test would keep its store busy.
  onTestFinished(async () => {
    for (const load of loads) void load.stop()
    sender.close()
    for (const { process } of partners) process.signal('SIGKILL')
    await Promise.all(partners.map(({ process }) => process.ended))
  })
  const report = async () => {
    await Promise.all(partners.map(({ process }) => process.ended))
    const database = await openPatiently(() => openStore({ location }))
    const auditing = auditInbox({ query: database.query, journal })
    const found = await auditing.finally(() => database.close())
    return { ...found, leaks: findLeaks(partners.map(({ process }) => process.output)) }
  }
  return {
    journal,
    async start(odds: Odds = {}) {
      const env = { RECEIVER_SECRETS: secret, ODDS: JSON.stringify(odds) }
      const partner = await startPartner({ location, env, file: await bundleMain(oddFile) })
      partners.push(partner)
      return toOddReceiver(partner)
    },
    /** Sends one delivery. */
    async send({ url }: Pick<Partner, 'url'>, options: { status?: string } = {}) {
      const one = createDelivery({ secret, ...options })
      const entry = journal.sent(one)
      journal.ended(entry, await sender.deliver(url, one))
      return one
    },
    /** Sends deliveries in each lane until it is stopped. The pauses leave the machine time for the test. */
    drive({ url }: Pick<Partner, 'url'>, { pauseMs = 100 } = {}) {
      const load = driveDeliveries({
        laneCount,
        sender,
        journal,
        secret,
        target: async () => url,
        pause: () => delay(pauseMs),
      })
      loads.push(load)
      return load
    },
    /** What the store says once every receiver has ended, and what the receivers leaked. */
    report,
    /** The report after a receiver has handled everything and stopped, and its exit code. */
    async finish(receiver: Partner, patience: { timeoutMs?: number } = {}) {
      await untilHandled(receiver, patience)
      const { code } = await receiver.stop()
      return { code, ...(await report()) }
    },
  }
}

/** A report in which all is well. */
export const soundReport = { code: 0, problems: [], lost: 0, leaks: [] }

function toOddReceiver(partner: Partner) {
  const { process } = partner
  const keysOf = (what: RegExp) => [...process.output.matchAll(what)].map(([, key = '']) => key)
  return {
    ...partner,
    /** Storage keys of its effects, in order. */
    effects: () => keysOf(/^Effect ([0-9a-f]{64})$/gm),
    /** Storage keys of the tries that its handler began. */
    begun: () => keysOf(/^Begun ([0-9a-f]{64}) /gm),
  }
}
