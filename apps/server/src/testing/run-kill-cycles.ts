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

/** Events to count since the sender was ready. The kill comes after a random number of one kind. */
const moments = ['sent', 'acked', 'arrived', 'answered'] as const
type Moment = (typeof moments)[number]

type KillCyclesOptions = {
  start(): Promise<Sender>
  cycles: number
  seed: number
  /** Minimum of accepted changes per cycle. @default 0 */
  leastAcked?: number
  /** Called between some kills and starts, and always before the last start. */
  whileNobodyRuns?: () => Promise<void>
  /** Called after each kill. */
  onCycle?: (cycle: Cycle) => void
}

export type Cycle = {
  number: number
  moment: Moment
  /** Attempts open at the receiver at the time of the kill. */
  inFlight: number
  /** Changes accepted in this cycle. */
  acked: number
  /** Everything that the process wrote. */
  output: string
}

/** Many, because a killed sender's flights block their endpoint and submission until the lease ends. */
const partyCount = 60
const laneCount = 8
const submissionsEach = 4
/** Changes per cycle: few enough that deliveries do not pile up. */
const changesEach = 80
const mostOfAMoment = 30
const cyclesBetweenPauses = 8
const mostDelayMs = 12
const patienceMs = 120_000

/**
 * Repeatedly kills and restarts a sender under load, each time with an attempt in flight. The last sender
 * delivers everything that is left, for an audit.
 */
export async function runKillCycles(options: KillCyclesOptions) {
  const { start, seed, leastAcked = 0 } = options
  const random = seededRandom(seed)
  const journal = createJournal()
  const receiver = await startEffectReceiver({
    // Long enough that something is usually in flight.
    answer: () => delay(random.between(0, 30), { status: 202 }),
  })
  let sender = await start()
  const parties = await prepareWorld({
    operator: sender.operator,
    receiver,
    partyCount,
    submissionsEach,
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
    laneCount,
    submissions,
    journal,
    random,
    target: gate.pass,
    onAcked: () => void acked++,
  })
  const cycles: Cycle[] = []
  for (let number = 1; number <= options.cycles; number++) {
    gate.open(sender.operator, changesEach)
    const before = acked
    await until(() => acked >= before + leastAcked, {
      what: 'accepted changes',
      everyMs: 1,
      timeoutMs: patienceMs,
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
  /** Stops the last sender gracefully and closes the receiver. */
  const close = async () => {
    const metrics = await sender.metrics()
    const { code } = await sender.stop()
    await receiver.close()
    return { code, output: sender.process.output, metrics }
  }
  return { cycles, journal, receiver, parties, close }
}

type Counts = Record<Moment, () => number>

async function waitForMoment(counts: Counts, random: SeededRandom): Promise<Moment> {
  const moment = random.pick(moments)
  const enough = counts[moment]() + random.between(1, mostOfAMoment)
  await until(() => counts[moment]() >= enough, {
    what: `${moment} often enough`,
    everyMs: 1,
    timeoutMs: patienceMs,
  })
  await delay(random.next() * mostDelayMs)
  return moment
}

/** Resolves in the same turn in which the receiver has an open attempt. */
async function waitForFlight(receiver: EffectReceiver): Promise<number> {
  if (receiver.openCount > 0) return receiver.openCount
  return new Promise((resolve) => {
    const stop = receiver.onArrival(() => {
      stop()
      resolve(receiver.openCount)
    })
  })
}
