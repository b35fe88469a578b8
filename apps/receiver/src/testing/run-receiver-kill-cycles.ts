import { setTimeout as delay } from 'node:timers/promises'
import type { StoreLocation } from '@partner-platform/database'
import { openPatiently } from '@partner-platform/database/testing'
import {
  createGate,
  type SeededRandom,
  seededRandom,
  until,
} from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import { handleQueue, openStore, suspectQueue } from '../store/open-store.ts'
import { auditInbox, findLeaks } from './audit-inbox.ts'
import { createSender } from './create-sender.ts'
import { createJournal, driveDeliveries, type Journal } from './drive-deliveries.ts'
import { type PartnerOptions, startPartner, untilHandled } from './start-partner.ts'

type ReceiverKillCyclesOptions = Required<Pick<PartnerOptions, 'location' | 'file'>> & {
  cycles: number
  seed: number
  /** Settings besides ports, store and secrets. */
  env?: Readonly<Record<string, string>>
  /** Minimum of acknowledged deliveries in each cycle. @default 0 */
  leastAcked?: number
  /** Called after each kill. */
  onCycle?: () => void
}

/** Deliveries at once. */
const laneCount = 16
const mostOfAMoment = 30
const mostDelayMs = 12
const patienceMs = 120_000

/**
 * Kills and restarts a receiver under load, at random moments with deliveries in flight. Gives for each cycle
 * the unanswered deliveries at the kill and the acknowledged ones, what an audit of the store found, what the
 * processes leaked, and the exit code of the last one, which was stopped.
 */
export async function runReceiverKillCycles(options: ReceiverKillCyclesOptions) {
  const { location, file, seed, leastAcked = 0 } = options
  const random = seededRandom(seed)
  const journal = createJournal()
  const secret = createSecret()
  const outputs: string[] = []
  const env = { ...options.env, RECEIVER_SECRETS: secret }
  const start = () => startPartner({ location, file, env })
  let partner = await start()
  const sender = createSender({ connections: laneCount })
  const gate = createGate<string>()
  const load = driveDeliveries({ laneCount, sender, journal, secret, target: gate.pass })
  const cycles: { inFlight: number; acked: number }[] = []
  for (let number = 1; number <= options.cycles; number++) {
    gate.open(partner.url, Number.POSITIVE_INFINITY)
    const before = journal.counts.acked
    await until(() => journal.counts.acked >= before + leastAcked, {
      what: 'acknowledgements',
      everyMs: 1,
      timeoutMs: patienceMs,
    })
    await waitForMoment(journal, random)
    await until(() => journal.counts.open > 0, { what: 'a delivery in flight', everyMs: 1 })
    const inFlight = journal.counts.open
    partner.process.signal('SIGKILL')
    gate.close()
    await partner.kill()
    outputs.push(partner.process.output)
    cycles.push({ inFlight, acked: journal.counts.acked - before })
    options.onCycle?.()
    if (number === options.cycles) await passLease(location)
    partner = await start()
  }
  const stopped = load.stop()
  gate.open(partner.url, laneCount)
  await stopped
  await untilHandled(partner, { timeoutMs: patienceMs })
  const { code } = await partner.stop()
  sender.close()
  outputs.push(partner.process.output)
  const database = await openPatiently(() => openStore({ location }))
  const found = await auditInbox({ query: database.query, journal }).finally(() => database.close())
  return { cycles, found, leaks: findLeaks(outputs), code }
}

/**
 * Waits for a number of deliveries that were sent or acknowledged. If they were only sent, the first of them
 * can have an answer by then.
 */
async function waitForMoment(journal: Journal, random: SeededRandom): Promise<void> {
  const countOf = { sent: () => journal.entries.length, acked: () => journal.counts.acked }
  const moment = random.pick(['sent', 'acked'] as const)
  const least = moment === 'sent' ? laneCount : 0
  const enough = countOf[moment]() + least + random.between(1, mostOfAMoment)
  await until(() => countOf[moment]() >= enough, {
    what: `${moment} often enough`,
    everyMs: 1,
    timeoutMs: patienceMs,
  })
  await delay(random.next() * mostDelayMs)
}

/** Ends the leases of a killed receiver. */
async function passLease(location: StoreLocation): Promise<void> {
  // An embedded store does so when it is opened.
  if (location.kind === 'embedded') return
  const database = await openPatiently(() => openStore({ location }))
  try {
    for (const queue of [handleQueue, suspectQueue]) await database.releaseJobs(queue)
  } finally {
    await database.close()
  }
}
