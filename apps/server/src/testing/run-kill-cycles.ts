import { setTimeout as delay } from 'node:timers/promises'
import {
  createGate,
  type SeededRandom,
  seededRandom,
  until,
} from '@partner-platform/settings/testing'
import type { OperatorClient } from '../operator/create-operator-client.ts'
import { createJournal, driveLoad, type Journal, untilDrained } from './drive-load.ts'
import { type Party, prepareWorld } from './prepare-world.ts'
import { type EffectReceiver, startEffectReceiver } from './start-effect-receiver.ts'
import type { Sender } from './start-sender.ts'

/** What the kill comes after: so many of these since the sender was ready. */
const moments = ['sent', 'acked', 'arrived', 'answered'] as const
type Moment = (typeof moments)[number]

export type KillCyclesOptions = {
  start(): Promise<Sender>
  cycles: number
  seed: number
  /** @default 8 */
  laneCount?: number
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

export type KillCycles = {
  cycles: Cycle[]
  journal: Journal
  receiver: EffectReceiver
  parties: Party[]
  /** Stops the last sender in order and closes the receiver. */
  close(): Promise<{ code: number | null; output: string; metrics: string }>
}

/** Many, as what a killed sender had in its hands keeps its endpoint and submission until its lease ends. */
const partyCount = 60
const submissionsEach = 4
/** Changes of one cycle: what cannot be delivered at once must not pile up. */
const changesEach = 80
const mostOfAMoment = 30
const cyclesBetweenPauses = 8
const mostDelayMs = 12
const patienceMs = 120_000

/**
 * Kills a sender under load again and again, each time at a random moment at which an attempt of it is
 * in flight, starts it again, and lets it deliver all that is left. What then is where is for an audit
 * to say.
 */
export async function runKillCycles(options: KillCyclesOptions): Promise<KillCycles> {
  const { start, seed, laneCount = 8, leastAcked = 0 } = options
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
  const counts = countMoments(journal, receiver)
  const gate = createGate<OperatorClient>()
  const submissions = parties.flatMap((party) => party.submissions)
  const load = driveLoad({
    ...{ laneCount, submissions, journal, random, target: gate.pass },
    onAcked: () => counts.add('acked'),
  })
  const cycles: Cycle[] = []
  for (let number = 1; number <= options.cycles; number++) {
    gate.open(sender.operator, changesEach)
    const before = counts.of('acked')
    await until(() => counts.of('acked') >= before + leastAcked, {
      ...{ what: 'accepted changes', everyMs: 1, timeoutMs: patienceMs },
    })
    const moment = await waitForMoment(counts, random)
    const inFlight = await waitForFlight(receiver)
    sender.process.signal('SIGKILL')
    gate.close()
    await sender.kill()
    const acked = counts.of('acked') - before
    const cycle = { number, moment, inFlight, acked, output: sender.process.output }
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
  const close = async () => {
    const metrics = await sender.metrics()
    const { code } = await sender.stop()
    await receiver.close()
    return { code, output: sender.process.output, metrics }
  }
  return { cycles, journal, receiver, parties, close }
}

/** Counts what moments are made of. */
function countMoments(journal: Journal, receiver: EffectReceiver) {
  const counted = { acked: 0, answered: 0 }
  return {
    add: (moment: 'acked' | 'answered') => void counted[moment]++,
    of(moment: Moment): number {
      if (moment === 'sent') return journal.entries.length
      if (moment === 'acked') return counted.acked
      const { arrivals } = receiver
      return moment === 'arrived' ? arrivals.length : arrivals.length - receiver.openCount
    },
  }
}

async function waitForMoment(
  counts: ReturnType<typeof countMoments>,
  random: SeededRandom,
): Promise<Moment> {
  const moment = random.pick(moments)
  const enough = counts.of(moment) + random.between(1, mostOfAMoment)
  await until(() => counts.of(moment) >= enough, {
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
