import { setTimeout as delay } from 'node:timers/promises'
import type { StoreLocation } from '@partner-platform/database'
import { openPatiently } from '@partner-platform/database/testing'
import { bundleMain } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import type { TestContext } from 'vitest'
import { openStore } from '../../src/index.ts'
import { auditInbox, findLeaks } from '../../src/testing/audit-inbox.ts'
import {
  createDelivery,
  createSender,
  type DeliveryOptions,
} from '../../src/testing/create-sender.ts'
import { createJournal, type Driving, driveDeliveries } from '../../src/testing/drive-deliveries.ts'
import { mainFile, type Partner, startPartner } from '../../src/testing/start-partner.ts'
import { type OddReceiver, type Odds, startOddReceiver } from './start-odd-receiver.ts'

type SceneOptions = {
  /** Deliveries at once. @default 8 */
  laneCount?: number
  /** How long an attempt may take. @default 15_000 */
  timeoutMs?: number
  /** Settings beside ports, store and secrets. */
  env?: Readonly<Record<string, string>>
}

export type Scene = ReturnType<typeof openScene>

/** A store, receivers on it, and who delivers to them; a journal knows what they were told. */
export function openScene(
  location: StoreLocation,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  { laneCount = 8, timeoutMs = 15_000, env: given = {} }: SceneOptions = {},
) {
  const secret = createSecret()
  const env = { RECEIVER_SECRETS: secret, ...given }
  const journal = createJournal()
  const sender = createSender({ connections: laneCount, timeoutMs })
  onTestFinished(() => sender.close())
  const partners: Partner[] = []
  const loads: Driving[] = []
  const add = <P extends Partner>(partner: P): P => {
    partners.push(partner)
    return partner
  }
  // A receiver whose test failed would keep its store busy.
  onTestFinished(async () => {
    for (const load of loads) void load.stop()
    for (const { process } of partners) process.signal('SIGKILL')
    await Promise.all(partners.map(({ process }) => process.ended))
  })
  const delivery = (options: Partial<DeliveryOptions> = {}) =>
    createDelivery({ secret, ...options })
  return {
    ...{ location, secret, journal, sender, delivery },
    start: async () => add(await startPartner({ location, env, file: await bundleMain(mainFile) })),
    startOdd: async (odds?: Odds): Promise<OddReceiver> =>
      add(await startOddReceiver(location, { env, ...(odds && { odds }) })),
    /** Sends one delivery. */
    async send({ url }: Pick<Partner, 'url'>, options: Partial<DeliveryOptions> = {}) {
      const one = delivery(options)
      const entry = journal.sent(one)
      const reply = await sender.deliver(url, one)
      journal.ended(entry, reply)
      return { reply, storageKey: one.storageKey }
    },
    /** Delivers deliveries one after another, until it is stopped. */
    drive(
      { url }: Pick<Partner, 'url'>,
      options: Partial<DeliveryOptions> & { pauseMs?: number } = {},
    ) {
      const { pauseMs = 5, ...kind } = options
      const load = driveDeliveries({
        ...{ laneCount, sender, journal },
        target: async () => url,
        nextDelivery: () => delivery(kind),
        pause: () => delay(pauseMs),
      })
      loads.push(load)
      return load
    },
    /** What is where, once every receiver has ended; and what any of them wrote and must not. */
    async report() {
      await Promise.all(partners.map(({ process }) => process.ended))
      const database = await openPatiently(() => openStore({ location }))
      const found = await auditInbox({ query: database.query, journal }).finally(() =>
        database.close(),
      )
      return { ...found, leaks: findLeaks(partners.map(({ process }) => process.output)) }
    },
  }
}

/** A report in which all is well. */
export const soundReport = { problems: [], lost: 0, leaks: [] }
