import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { openPatiently, type StoreKind, watchServer } from '@partner-platform/database/testing'
import { seededRandom, until } from '@partner-platform/settings/testing'
import { describe, it, type TestContext } from 'vitest'
import { openStore } from '../../src/index.ts'
import { audit } from '../../src/testing/audit.ts'
import { ask, driveLoad } from '../../src/testing/drive-load.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { createJournal } from '../../src/testing/journal.ts'
import { prepareWorld } from '../../src/testing/prepare-world.ts'
import {
  type Answer,
  type Arrival,
  startEffectReceiver,
} from '../../src/testing/start-effect-receiver.ts'
import { secretsKeys, startSender } from '../../src/testing/start-sender.ts'
import { toStoreSettings } from '../../src/testing/to-store-settings.ts'
import { untilDrained } from '../../src/testing/until-drained.ts'
import { startOddSender } from './start-odd-sender.ts'
import { startAppStore } from './start-store.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const timeout = 300_000
const exitLimitMs = 10_000
const returnLimitMs = 5_000
/** To be back takes so many steps, each of which a busy machine makes slower. */
const returnSteps = 3

type Answering = (arrival: Arrival) => Answer | Promise<Answer>

async function openScene(kind: StoreKind, answer: Answering, { onTestFinished }: TestContext) {
  const store = await startAppStore(kind)
  onTestFinished(() => store.stop())
  const receiver = await startEffectReceiver({ answer })
  onTestFinished(() => receiver.close())
  const location = await store.createLocation()
  const journal = createJournal()
  const report = async () => {
    const database = await openPatiently(() => openStore({ location, secretsKeys }))
    onTestFinished(() => database.close())
    return audit({ query: database.query, receiver, journal })
  }
  return { store, location, receiver, journal, report, random: seededRandom(seed) }
}

describe.concurrent(`senders and stores that stop (SEED=${seed})`, () => {
  it('F3 I5 two senders, one frozen beyond its lease: no double effect, nothing stuck', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const kept: { give(answer: Answer): void }[] = []
    let isKeeping = true
    const answer = () =>
      isKeeping
        ? new Promise<Answer>((resolve) => void kept.push({ give: resolve }))
        : { status: 202 }
    const { location, receiver, journal, report } = await openScene('postgres', answer, context)
    const leaseSeconds = 2
    const frozen = await startOddSender(location, { leaseSeconds })
    const { operator } = frozen
    const [party] = await prepareWorld({ operator, receiver, partyCount: 1, submissionsEach: 6 })
    const submissions = party?.submissions ?? []
    await Promise.all(submissions.map((one) => ask(operator, journal.sent(one, 'HELD'))))
    await until(() => kept.length === submissions.length, { what: 'every attempt' })

    frozen.process.signal('SIGSTOP')
    const state = () => execFileSync('ps', ['-o', 'stat=', '-p', String(frozen.process.pid)])
    await until(() => String(state()).startsWith('T'), { what: 'the process to stand still' })
    isKeeping = false
    // It will read both kinds of answer when it wakes up, long after another has taken over.
    for (const [index, { give }] of kept.entries()) give({ status: index % 2 === 0 ? 202 : 500 })
    const other = await startOddSender(location, { leaseSeconds })
    await untilDrained({ operator: other.operator, receiver })
    expect(receiver.arrivals).toHaveLength(2 * submissions.length)

    frozen.process.signal('SIGCONT')
    const lost = () => frozen.process.output.match(/"state":"lost"/g)?.length === submissions.length
    await until(lost, { what: 'every attempt to be found lost' })
    await Promise.all(submissions.map((one) => ask(frozen.operator, journal.sent(one, 'NEXT'))))
    await untilDrained({ operator: other.operator, receiver })
    for (const one of [frozen, other]) expect((await one.stop()).code).toBe(0)
    expect(await report()).toMatchObject({
      ...{ problems: [], acked: 12, delivered: 12, doubled: 0, duplicates: 6 },
    })
    expect(findLeaks([frozen.process.output, other.process.output])).toEqual([])
  })

  it('F5 SIGTERM under load: what is in flight ends, and nothing is lost or sent again', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const answer = () => delay(150, { status: 202 })
    const scene = await openScene('embedded', answer, context)
    const { location, receiver, journal, random, report } = scene
    const env = toStoreSettings(location)
    const sender = await startSender({ env })
    const { operator } = sender
    const parties = await prepareWorld({ operator, receiver, partyCount: 4, submissionsEach: 4 })
    const submissions = parties.flatMap((party) => party.submissions)
    let isUp = true
    const load = driveLoad({
      ...{ laneCount: 4, submissions, journal, random },
      // A lane whose last change is not answered has nobody left to ask.
      target: async () => (isUp ? operator : new Promise(() => {})),
      pause: () => delay(5),
    })
    await until(() => receiver.openCount >= 6, { what: 'attempts in flight' })
    const inFlight = receiver.arrivals.filter(({ answered }) => answered === null)
    const { code, tookMs } = await sender.stop('SIGTERM')
    isUp = false
    void load.stop()
    expect(inFlight.length).toBeGreaterThanOrEqual(6)
    expect([code, tookMs < exitLimitMs]).toEqual([0, true])
    expect(inFlight.map(({ answered }) => answered)).toEqual(inFlight.map(() => 202))
    const next = await startSender({ env })
    await untilDrained({ operator: next.operator, receiver })
    expect((await next.stop()).code).toBe(0)
    expect(await report()).toMatchObject({ problems: [], lost: 0, duplicates: 0 })
  })

  it('F5 SIGTERM while endpoints and clients hang: ends in time, and no attempt is counted', {
    timeout,
  }, async (context) => {
    const { expect, onTestFinished } = context
    let isHanging = true
    const answer = () => (isHanging ? null : { status: 202 })
    const { location, receiver, journal, report } = await openScene('embedded', answer, context)
    const env = toStoreSettings(location)
    const sender = await startSender({ env })
    const { operator } = sender
    const [party] = await prepareWorld({ operator, receiver, partyCount: 1, submissionsEach: 4 })
    for (const one of party?.submissions ?? []) await ask(operator, journal.sent(one, 'HUNG'))
    await until(() => receiver.openCount === 4, { what: 'attempts that hang' })
    for (const url of [sender.url, sender.operatorUrl]) {
      const socket = connect(Number(new URL(String(url)).port), '127.0.0.1')
      socket.on('error', () => {})
      onTestFinished(() => void socket.destroy())
      await new Promise((resolve) =>
        socket.write('GET / HTTP/1.1\r\nHost: half-a-request', resolve),
      )
    }
    const { code, tookMs } = await sender.stop('SIGTERM')
    expect([code, tookMs < exitLimitMs ? 'in time' : tookMs]).toEqual([0, 'in time'])
    isHanging = false
    const next = await startSender({ env })
    await untilDrained({ operator: next.operator, receiver })
    expect((await next.stop()).code).toBe(0)
    const found = await report()
    expect(found).toMatchObject({ problems: [], delivered: 4, duplicates: 4 })
    expect(findLeaks([sender.process.output, next.process.output])).toEqual([])
  })

  it('F7 Postgres killed, stopped and paused under load: back in 5 s, nothing lost, nobody stuck', {
    timeout,
  }, async (context) => {
    const { expect } = context
    const scene = await openScene('postgres', () => delay(10, { status: 202 }), context)
    const { store, location, receiver, journal, random, report } = scene
    const { server } = store
    if (!server || location.kind !== 'postgres') throw new Error('This store has no server.')
    const { url } = location
    const sender = await startOddSender(location, { leaseSeconds: 3 })
    const { operator } = sender
    const parties = await prepareWorld({ operator, receiver, partyCount: 4, submissionsEach: 4 })
    const submissions = parties.flatMap((party) => party.submissions)
    const load = driveLoad({
      ...{ laneCount: 4, submissions, journal, random },
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
      const endWatch = watchServer(url)
      // Work that is new since then is taken and delivered.
      const isServed = () => {
        const acked = journal.acked().filter(({ sentMs }) => sentMs > backMs)
        const events = new Set(receiver.arrivals.filter(({ atMs }) => atMs > backMs).map(toEvent))
        return acked.some(({ submission, timestamp }) => events.has(`${submission} ${timestamp}`))
      }
      await until(isServed, { what: `service after it was ${says}`, timeoutMs: 20_000 })
      const tookMs = performance.now() - backMs
      returns.push({ says, tookMs, callMs: await endWatch() })
    }
    await load.stop()
    await untilDrained({ operator, receiver })
    const metrics = await sender.metrics()
    const { code } = await sender.stop()
    expect(code).toBe(0)
    const isLate = ({ tookMs, callMs }: (typeof returns)[number]) =>
      tookMs > returnLimitMs + returnSteps * callMs
    expect(returns.filter(isLate)).toEqual([])
    expect(await report()).toMatchObject({ problems: [], lost: 0, doubled: 0 })
    expect(findLeaks([sender.process.output, metrics])).toEqual([])
    expect(sender.process.output).toContain('store-failure')
    const told = returns.map(
      ({ says, tookMs, callMs }) => `${says} ${Math.round(tookMs)} (a call ${Math.round(callMs)})`,
    )
    console.log(`F7 back in ms: ${told.join(', ')}`)
  })
})

const toEvent = ({ event }: Arrival) => event
