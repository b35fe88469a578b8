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
import { auditInbox, findLeaks, type InboxAudit } from './audit-inbox.ts'
import { createDelivery, createSender } from './create-sender.ts'
import { createJournal, driveDeliveries, type Journal } from './drive-deliveries.ts'
import { type PartnerOptions, startPartner, untilHandled } from './start-partner.ts'

/** A kill follows a number of these. */
const moments = ['sent', 'acked'] as const
type Moment = (typeof moments)[number]

export type ReceiverKillCyclesOptions = Omit<PartnerOptions, 'env'> & {
  cycles: number
  seed: number
  /** Settings besides ports, store and secrets. */
  env?: Readonly<Record<string, string>>
  /** Minimum of acknowledged deliveries in each cycle. @default 0 */
  leastAcked?: number
  /** Deliveries at once. @default 16 */
  laneCount?: number
  /** Called after each kill. */
  onCycle?: (cycle: ReceiverKillCycle) => void
}

export type ReceiverKillCycle = {
  number: number
  moment: Moment
  /** Unanswered deliveries at the kill. */
  inFlight: number
  /** Acknowledged deliveries of this cycle. */
  acked: number
}

export type ReceiverKillCycles = {
  cycles: ReceiverKillCycle[]
  found: InboxAudit
  /** Secrets and personal data in the output of a process. */
  leaks: string[]
  /** Exit code of the last process, which was stopped. */
  code: number | null
}

const mostOfAMoment = 30
const mostDelayMs = 12
const patienceMs = 120_000

/** Kills and restarts a receiver under load, at random moments with deliveries in flight; audits the store. */
export async function runReceiverKillCycles(
  options: ReceiverKillCyclesOptions,
): Promise<ReceiverKillCycles> {
  const { location, file, seed, laneCount = 16, leastAcked = 0 } = options
  const random = seededRandom(seed)
  const journal = createJournal()
  const secret = createSecret()
  const outputs: string[] = []
  const partnerOptions = { location, ...(file !== undefined && { file }) }
  const start = () =>
    startPartner({ ...partnerOptions, env: { ...options.env, RECEIVER_SECRETS: secret } })
  let partner = await start()
  const sender = createSender({ connections: laneCount })
  const gate = createGate<string>()
  const nextDelivery = () => createDelivery({ secret })
  const load = driveDeliveries({ laneCount, sender, journal, nextDelivery, target: gate.pass })
  const cycles: ReceiverKillCycle[] = []
  for (let number = 1; number <= options.cycles; number++) {
    gate.open(partner.url, Number.POSITIVE_INFINITY)
    const before = journal.counts.acked
    await until(() => journal.counts.acked >= before + leastAcked, {
      what: 'acknowledgements',
      everyMs: 1,
      timeoutMs: patienceMs,
    })
    const moment = await waitForMoment(journal, random, laneCount)
    await until(() => journal.counts.open > 0, { what: 'a delivery in flight', everyMs: 1 })
    const inFlight = journal.counts.open
    partner.process.signal('SIGKILL')
    gate.close()
    await partner.kill()
    outputs.push(partner.process.output)
    const cycle = { number, moment, inFlight, acked: journal.counts.acked - before }
    cycles.push(cycle)
    options.onCycle?.(cycle)
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

/** A kill after deliveries that were only sent waits until the first of them can have an answer. */
async function waitForMoment(
  journal: Journal,
  random: SeededRandom,
  laneCount: number,
): Promise<Moment> {
  const countOf = { sent: () => journal.entries.length, acked: () => journal.counts.acked }
  const moment = random.pick(moments)
  const least = moment === 'sent' ? laneCount : 0
  const enough = countOf[moment]() + least + random.between(1, mostOfAMoment)
  await until(() => countOf[moment]() >= enough, {
    what: `${moment} often enough`,
    everyMs: 1,
    timeoutMs: patienceMs,
  })
  await delay(random.next() * mostDelayMs)
  return moment
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
