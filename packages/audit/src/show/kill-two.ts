import type { Arrival, EffectReceiver, Entry, Journal } from '@partner-platform/server/testing'
import { until } from '@partner-platform/settings/testing'
import type { Fleet, Member } from './start-fleet.ts'

type Scene = {
  fleet: Fleet
  receiver: EffectReceiver
  journal: Journal
  /** API processes that got a request, until they are removed. */
  asked: Set<Member>
  /** Delays the receiver's answers until the returned function is called. */
  hold(): () => void
  say(line: string): void
}

export type Kill = {
  attempts: number
  /** Until the next attempt of another worker arrived. */
  pauseMs: number
  /** Resolves once others have delivered those attempts, with the time since the kill. */
  untilTakenOver(): Promise<number>
}

const leastInFlight = 3
const unansweredMs = 250

async function countInFlight(worker: Member): Promise<number> {
  const metrics = await worker.metrics()
  return Number(/^partner_platform_delivery_attempts_in_flight (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

/** Kills one API process and one worker with SIGKILL while both are busy. */
export async function killTwo(scene: Scene): Promise<Kill> {
  const { fleet, receiver, journal, asked, hold, say } = scene
  const [api] = fleet.living('api')
  const [worker] = fleet.living('worker')
  const release = hold()
  // No answers: the worker's attempts cannot end before it dies.
  await until(async () => (await countInFlight(worker)) >= leastInFlight, { what: 'a busy worker' })
  // It stops before it dies, so that some requests are never answered.
  api.process.signal('SIGSTOP')
  const isWaiting = ({ answeredMs, sentMs }: Entry) =>
    answeredMs === null && performance.now() - sentMs > unansweredMs
  asked.delete(api)
  await until(() => asked.has(api) && journal.entries.some(isWaiting), {
    what: 'a change that is not answered',
  })
  const killedMs = performance.now()
  await Promise.all([api, worker].map(fleet.kill))
  const findCut = () => receiver.arrivals.filter(({ isCut }) => isCut)
  await until(() => findCut().length >= leastInFlight, { what: 'attempts that were cut off' })
  release()
  say(`killed API process ${api.process.pid} and worker ${worker.process.pid} with SIGKILL`)
  const isNext = ({ atMs }: Arrival) => atMs > killedMs
  const next = await until(() => receiver.arrivals.find(isNext), { what: 'the next attempt' })
  const cut = findCut()
  const comeAgain = () =>
    cut.map(({ digest }) =>
      receiver.arrivals.find((one) => one.digest === digest && one.answered && !one.isCut),
    )
  return {
    attempts: cut.length,
    pauseMs: next.atMs - killedMs,
    async untilTakenOver() {
      const again = await until(() => comeAgain().every(Boolean) && comeAgain(), {
        what: 'what the killed worker was making',
        timeoutMs: 120_000,
      })
      return Math.max(0, ...again.map((one) => Number(one?.atMs) - killedMs))
    },
  }
}
