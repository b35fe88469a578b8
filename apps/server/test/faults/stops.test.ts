import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres, watchServer } from '@partner-platform/database/testing'
import { bundleMain, seededRandom, until } from '@partner-platform/settings/testing'
import { describe, it } from 'vitest'
import { ask, driveLoad, untilDrained } from '../../src/testing/drive-load.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { prepareWorld } from '../../src/testing/prepare-world.ts'
import type { Answer } from '../../src/testing/start-effect-receiver.ts'
import { mainFile, startSender } from '../../src/testing/start-sender.ts'
import { openStage, seed, startOddSender } from './open-stage.ts'

const timeout = 300_000
const exitLimitMs = 10_000
const returnLimitMs = 5_000
/** Steps until service returns. A busy machine slows each of them. */
const returnSteps = 3

describe.concurrent(`senders and stores that stop (SEED=${seed})`, () => {
  it('F3 I5 two senders, one frozen beyond its lease: nothing doubled, nothing stuck', {
    timeout,
  }, async ({ expect, onTestFinished }) => {
    const kept: ((answer: Answer) => void)[] = []
    let isKeeping = true
    const answer = () =>
      isKeeping ? new Promise<Answer>((give) => void kept.push(give)) : { status: 202 }
    const stage = await openStage('postgres', { answer, onTestFinished })
    const { location, receiver, journal } = stage
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
    // It reads both kinds of answer when it wakes up, long after the other sender has taken over.
    for (const [index, give] of kept.entries()) give({ status: index % 2 === 0 ? 202 : 500 })
    const other = await startOddSender(location, { leaseSeconds })
    await untilDrained({ operator: other.operator, receiver })
    expect(receiver.arrivals).toHaveLength(2 * submissions.length)

    frozen.process.signal('SIGCONT')
    const lost = () => frozen.process.output.match(/"state":"lost"/g)?.length === submissions.length
    await until(lost, { what: 'every attempt to be found lost' })
    await Promise.all(submissions.map((one) => ask(operator, journal.sent(one, 'NEXT'))))
    await untilDrained({ operator: other.operator, receiver })
    for (const one of [frozen, other]) expect((await one.stop()).code).toBe(0)
    expect(await stage.report()).toMatchObject({
      problems: [],
      acked: 12,
      delivered: 12,
      doubled: 0,
      duplicates: 6,
    })
    expect(findLeaks([frozen.process.output, other.process.output])).toEqual([])
  })

  it('F5 SIGTERM while some endpoints and clients hang: answered attempts count, the rest are sent again', {
    timeout,
  }, async ({ expect, onTestFinished }) => {
    let isHanging = true
    const stopping = Promise.withResolvers<void>()
    const isOdd = ({ endpoint }: { endpoint: string }) => endpoint.startsWith('odd')
    const stage = await openStage('embedded', {
      onTestFinished,
      answer: (arrival) =>
        isHanging && isOdd(arrival) ? null : stopping.promise.then(() => ({ status: 202 })),
    })
    const { env, receiver, journal } = stage
    const file = await bundleMain(mainFile)
    const sender = await startSender({ env, file })
    const { operator } = sender
    const world = { operator, receiver, partyCount: 1, submissionsEach: 4 }
    const parties = [
      ...(await prepareWorld({ ...world, prefix: 'odd-' })),
      ...(await prepareWorld(world)),
    ]
    for (const url of [sender.url, sender.operatorUrl]) {
      const socket = connect(Number(new URL(String(url)).port), '127.0.0.1')
      socket.on('error', () => {})
      onTestFinished(() => void socket.destroy())
      await new Promise((resolve) =>
        socket.write('GET / HTTP/1.1\r\nHost: half-a-request', resolve),
      )
    }
    const submissions = parties.flatMap((party) => party.submissions)
    await Promise.all(submissions.map((one) => ask(operator, journal.sent(one, 'SENT'))))
    await until(() => receiver.openCount === 8, { what: 'attempts in flight' })
    const stopped = sender.stop('SIGTERM')
    stopping.resolve()
    const { code, tookMs } = await stopped
    expect([code, tookMs < exitLimitMs ? 'in time' : tookMs]).toEqual([0, 'in time'])
    const answers = receiver.arrivals.map((one) => [isOdd(one), one.answered])
    expect(answers.toSorted()).toEqual([
      ...Array(4).fill([false, 202]),
      ...Array(4).fill([true, null]),
    ])
    isHanging = false
    const next = await startSender({ env, file })
    await untilDrained({ operator: next.operator, receiver })
    expect((await next.stop()).code).toBe(0)
    expect(await stage.report()).toMatchObject({ problems: [], delivered: 8, duplicates: 4 })
    expect(findLeaks([sender.process.output, next.process.output])).toEqual([])
  })

  it('F7 Postgres killed, stopped and paused under load: back in 5 s, nothing lost, nothing stuck', {
    timeout,
  }, async ({ expect, onTestFinished }) => {
    const server = await startPostgres()
    onTestFinished(() => server.remove())
    const stage = await openStage(server, {
      onTestFinished,
      answer: () => delay(10, { status: 202 }),
    })
    const { location, receiver, journal } = stage
    const sender = await startOddSender(location, { leaseSeconds: 3 })
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
      // A change from after the return is accepted and delivered.
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
})
