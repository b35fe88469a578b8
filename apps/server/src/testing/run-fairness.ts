import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom, until } from '@partner-platform/settings/testing'
import {
  ask,
  createJournal,
  driveLoad,
  type Entry,
  type Journal,
  untilDrained,
} from './drive-load.ts'
import { expectData, type Party, prepareWorld } from './prepare-world.ts'
import { type Answer, type EffectReceiver, startEffectReceiver } from './start-effect-receiver.ts'
import type { Sender } from './start-sender.ts'

type FairnessOptions = {
  sender: Sender
  seed: number
  /** Size of the burst of events for one endpoint. */
  burstCount: number
  /** Changes per measurement. @default 400 */
  sampleCount?: number
  /** Pause between two changes of one of the four lanes. @default 10 */
  pauseMs?: number
  say?: (line: string) => void
}

/** Milliseconds from request to arrival, for healthy endpoints. */
export type Latency = { p50: number; p99: number; count: number }

const wellCount = 99
const submissionsOfOdd = 20
const laneCount = 4
/** More than the slots of one endpoint. */
const hangCount = 30

/** Measures how one misbehaving endpoint affects ninety-nine healthy ones. */
export async function runFairness(options: FairnessOptions) {
  const { sender, burstCount, sampleCount = 400, pauseMs = 10, say = () => {} } = options
  const { operator } = sender
  const journal = createJournal()
  const random = seededRandom(options.seed)
  let release = Promise.withResolvers<Answer>()
  let isHanging = false
  const receiver = await startEffectReceiver({
    answer: ({ endpoint }) => (isHanging && endpoint === odd ? release.promise : { status: 202 }),
  })
  const world = { operator, receiver }
  const [oddParty] = (await prepareWorld({
    ...world,
    partyCount: 1,
    submissionsEach: submissionsOfOdd,
    prefix: 'odd-',
  })) as [Party]
  const well = await prepareWorld({ ...world, partyCount: wellCount, submissionsEach: 2 })
  const odd = oddParty.endpoint.name
  const wellSubmissions = well.flatMap((party) => party.submissions)
  const ofOdd = () => receiver.arrivals.filter(({ endpoint }) => endpoint === odd).length

  const measure = async (count = sampleCount): Promise<Latency> => {
    const first = journal.entries.length
    const load = driveLoad({
      laneCount,
      submissions: wellSubmissions,
      journal,
      random,
      target: async () => operator,
      pause: () => delay(pauseMs),
    })
    await until(() => journal.entries.length >= first + count, { what: 'the sample' })
    await load.stop()
    const own = new Set(wellSubmissions)
    const sample = journal.entries.slice(first).filter(({ submission }) => own.has(submission))
    return toLatency(sample, receiver)
  }
  // Warm up.
  await measure(100)
  const baseline = await measure()
  say(`baseline: p50 ${baseline.p50} ms, p99 ${baseline.p99} ms`)

  isHanging = true
  await change(oddParty, { count: hangCount, operator, journal })
  await until(() => receiver.openCount >= 8, { what: 'attempts that hang' })
  const hanging = await measure()
  const hung = receiver.openCount
  isHanging = false
  release.resolve({ status: 202 })
  release = Promise.withResolvers()
  await untilDrained({ operator, receiver })
  say(`one of ${wellCount + 1} hangs: p50 ${hanging.p50} ms, p99 ${hanging.p99} ms`)

  const path = '/operator/v1/endpoints/{endpointId}'
  const params = { path: { endpointId: oddParty.endpoint.id } }
  expectData(await operator.PATCH(path, { params, body: { enabled: false } }))
  await change(oddParty, { count: burstCount, operator, journal })
  say(`${burstCount} events wait for one endpoint`)
  const before = ofOdd()
  expectData(await operator.PATCH(path, { params, body: { enabled: true } }))
  const startedMs = performance.now()
  const burst = await measure()
  const burstLeft = before + burstCount - ofOdd()
  const timeoutMs = 600_000
  await until(() => ofOdd() >= before + burstCount, { what: 'the burst', timeoutMs })
  const burstMs = performance.now() - startedMs
  await untilDrained({ operator, receiver })
  say(`while it gets them: p50 ${burst.p50} ms, p99 ${burst.p99} ms`)
  return {
    /** While every endpoint is healthy. */
    baseline,
    /** While one endpoint does not answer, and the number of attempts that hung at the end. */
    hanging,
    hung,
    /** While one endpoint receives its burst, and how long the burst took. */
    burst,
    burstMs,
    /** Events of the burst still to come after the measurement. */
    burstLeft,
    journal,
    receiver,
  }
}

type Changes = Pick<Sender, 'operator'> & { count: number; journal: Journal }

async function change({ submissions }: Party, { count, operator, journal }: Changes) {
  let left = count
  const runLane = async (submission: string) => {
    while (left-- > 0) {
      const entry = journal.sent(submission, `ODD_${left}`)
      await ask(operator, entry)
      if (!entry.receipt) throw new Error(`A change was refused with ${entry.refusal}.`)
    }
  }
  await Promise.all(submissions.map(runLane))
}

async function toLatency(sample: readonly Entry[], receiver: EffectReceiver): Promise<Latency> {
  const arrived = new Map<string, number>()
  const find = () => {
    for (const { event, atMs } of receiver.arrivals.slice(arrived.size)) {
      if (!arrived.has(event)) arrived.set(event, atMs)
    }
    return sample.every((entry) => arrived.has(toEvent(entry)))
  }
  await until(find, { what: 'the end of the sample' })
  const latencies = sample
    .map((entry) => Number(arrived.get(toEvent(entry))) - entry.sentMs)
    .sort((one, other) => one - other)
  const at = (share: number) => Math.round(latencies[Math.floor(share * latencies.length)] ?? 0)
  return { p50: at(0.5), p99: at(0.99), count: latencies.length }
}

const toEvent = ({ submission, receipt }: Entry) => `${submission} ${receipt?.timestamp}`
