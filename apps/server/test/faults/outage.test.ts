import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres, watchServer } from '@partner-platform/database/testing'
import { seededRandom, until } from '@partner-platform/settings/testing'
import { expect, it, onTestFinished } from 'vitest'
import { driveLoad, untilDrained } from '../../src/testing/drive-load.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { prepareWorld } from '../../src/testing/prepare-world.ts'
import { openStage, seed, startOddSender } from './open-stage.ts'

const returnLimitMs = 5_000
/** The steps until service returns. A busy machine slows each of them. */
const returnSteps = 3

it(`F7 Postgres killed, stopped and paused under load: back in 5 s, nothing lost, nothing stuck (SEED=${seed})`, {
  timeout: 300_000,
}, async () => {
  const server = await startPostgres()
  onTestFinished(() => server.remove())
  const stage = await openStage({
    server,
    onTestFinished,
    answer: () => delay(10, { status: 202 }),
  })
  const { url, receiver, journal } = stage
  const sender = await startOddSender(url, { leaseSeconds: 3 })
  const { operator } = sender
  const parties = await prepareWorld({ operator, receiver, partyCount: 4, submissionsEach: 4 })
  const load = driveLoad({
    laneCount: 4,
    submissions: parties.flatMap((party) => party.submissions),
    journal,
    random: seededRandom(seed),
    target: async () => operator,
    pause: () => delay(20),
  })
  const faults: [says: string, away: () => Promise<unknown>, back: () => unknown][] = [
    ['killed', () => server.kill(), () => server.restart()],
    ['stopped', () => server.stop(), () => server.restart()],
    ['paused', () => server.freeze(), () => server.thaw()],
  ]
  const returns: { says: string; tookMs: number; callMs: number }[] = []
  for (const [says, away, back] of faults) {
    const quiet = journal.entries.length
    await until(() => journal.acked().length > 0 && receiver.openCount > 0, { what: 'load' })
    await away()
    const refused = () => journal.entries.slice(quiet).filter(({ refusal }) => refusal === 503)
    await until(() => refused().length >= 4, { what: `answers of a store that is ${says}` })
    await back()
    const backMs = performance.now()
    const endWatch = watchServer(server.urlOf('postgres'))
    // A change made after the return is accepted and delivered.
    const isServed = () => {
      const acked = journal.acked().filter(({ sentMs }) => sentMs > backMs)
      const arrived = receiver.arrivals.filter(({ atMs }) => atMs > backMs)
      const events = new Set(arrived.map(({ event }) => event))
      return acked.some(({ submission, timestamp }) => events.has(`${submission} ${timestamp}`))
    }
    await until(isServed, { what: `service after it was ${says}`, timeoutMs: 20_000 })
    const tookMs = performance.now() - backMs
    returns.push({ says, tookMs, callMs: await endWatch() })
  }
  await load.stop()
  await untilDrained({ operator, receiver })
  const metrics = await sender.metrics()
  expect((await sender.stop()).code).toBe(0)
  const isLate = ({ tookMs, callMs }: (typeof returns)[number]) =>
    tookMs > returnLimitMs + returnSteps * callMs
  expect(returns.filter(isLate)).toEqual([])
  expect(await stage.report()).toMatchObject({ problems: [], lost: 0, doubled: 0 })
  expect(findLeaks([sender.process.output, metrics])).toEqual([])
  expect(sender.process.output).toContain('store-failure')
})
