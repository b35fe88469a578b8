import { setTimeout as delay } from 'node:timers/promises'
import {
  createGate,
  type SeededRandom,
  seededRandom,
  until,
} from '@partner-platform/settings/testing'
import type { OperatorClient } from '../operator/create-operator-client.ts'
import { createJournal, driveLoad, untilDrained } from './drive-load.ts'
import { prepareWorld } from './prepare-world.ts'
import { type EffectReceiver, startEffectReceiver } from './start-effect-receiver.ts'
import type { Sender } from './start-sender.ts'

/** What the kill comes after: so many of these since the sender was ready. */
const moments = ['sent', 'acked', 'arrived', 'answered'] as const
type Moment = (typeof moments)[number]

type KillCyclesOptions = {
  start(): Promise<Sender>
  cycles: number
  seed: number
  /** Least number of changes accepted in each cycle. @default 0 */
  leastAcked?: number
  /** Done now and then between a kill and a start, and always before the last start. */
  whileNobodyRuns?: () => Promise<void>
  /** Hears of each kill. */
  onCycle?: (cycle: Cycle) => void
}

export type Cycle = {
  number: number
  moment: Moment
  /** Attempts that were open at the receiver when the sender was killed. */
  inFlight: number
  /** Changes that were accepted in this cycle. */
  acked: number
  /** All that the process wrote. */
  output: string
}

export type KillCycles = Awaited<ReturnType<typeof runKillCycles>>

/** Many, because the flights of a killed sender block their endpoint and submission for a lease. */
const partyCount = 60
const laneCount = 8
const submissionsEach = 4
/** Changes of one cycle: what cannot be delivered at once must not pile up. */
const changesEach = 80
const mostOfAMoment = 30
const cyclesBetweenPauses = 8
const mostDelayMs = 12
const patienceMs = 120_000

/**
 * Kills a sender under load again and again, each time while an attempt is in flight, and starts it
 * again. Lets the last one deliver all that is left, for an audit to judge.
 */
export async function runKillCycles(options: KillCyclesOptions) {
  const { start, seed, leastAcked = 0 } = options
  const random = seededRandom(seed)
  const journal = createJournal()
  const receiver = await startEffectReceiver({
    // Long enough that something is in flight at most times.
    answer: () => delay(random.between(0, 30), { status: 202 }),
  })
  let sender = await start()
  const parties = await prepareWorld({
    ...{ operator: sender.operator, receiver, partyCount, submissionsEach },
  })
  let acked = 0
  const counts: Counts = {
    sent: () => journal.entries.length,
    acked: () => acked,
    arrived: () => receiver.arrivals.length,
    answered: () => receiver.arrivals.length - receiver.openCount,
  }
  const gate = createGate<OperatorClient>()
  const submissions = parties.flatMap((party) => party.submissions)
  const load = driveLoad({
    ...{ laneCount, submissions, journal, random, target: gate.pass },
    onAcked: () => void acked++,
  })
  const cycles: Cycle[] = []
  for (let number = 1; number <= options.cycles; number++) {
    gate.open(sender.operator, changesEach)
    const before = acked
    await until(() => acked >= before + leastAcked, {
      ...{ what: 'accepted changes', everyMs: 1, timeoutMs: patienceMs },
    })
    const moment = await waitForMoment(counts, random)
    const inFlight = await waitForFlight(receiver)
    sender.process.signal('SIGKILL')
    gate.close()
    await sender.kill()
    const { output } = sender.process
    const cycle = { number, moment, inFlight, acked: acked - before, output }
    cycles.push(cycle)
    options.onCycle?.(cycle)
    const isPause = number % cyclesBetweenPauses === 0 || number === options.cycles
    if (isPause) await options.whileNobodyRuns?.()
    sender = await start()
  }
  const stopped = load.stop()
  gate.open(sender.operator, laneCount)
  await stopped
  await untilDrained({ operator: sender.operator, receiver })
  /** Stops the last sender in order and closes the receiver. */
  const close = async () => {
    const metrics = await sender.metrics()
    const { code } = await sender.stop()
    await receiver.close()
    return { code, output: sender.process.output, metrics }
  }
  return { cycles, journal, receiver, parties, close }
}

/** What moments are made of. */
type Counts = Record<Moment, () => number>

async function waitForMoment(counts: Counts, random: SeededRandom): Promise<Moment> {
  const moment = random.pick(moments)
  const enough = counts[moment]() + random.between(1, mostOfAMoment)
  await until(() => counts[moment]() >= enough, {
    ...{ what: `${moment} often enough`, everyMs: 1, timeoutMs: patienceMs },
  })
  await delay(random.next() * mostDelayMs)
  return moment
}

/** Resolves as soon as an attempt is open at the receiver, within the same turn. */
async function waitForFlight(receiver: EffectReceiver): Promise<number> {
  if (receiver.openCount > 0) return receiver.openCount
  return new Promise((resolve) => {
    const stop = receiver.onArrival(() => {
      stop()
      resolve(receiver.openCount)
    })
  })
}
