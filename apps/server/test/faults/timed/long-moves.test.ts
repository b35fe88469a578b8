import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom, until } from '@partner-platform/settings/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ask, createJournal, driveLoad } from '../../../src/testing/drive-load.ts'
import { expectData, type Party, prepareWorld } from '../../../src/testing/prepare-world.ts'
import { startSender } from '../../../src/testing/start-sender.ts'
import { lookInto, openStage, seed } from '../open-stage.ts'

/** Several batches: every step moves 500 at a time. */
const count = 1_500
/** The longest allowed wait on a busy machine. */
const mostMs = 4_000
const wholeTime = { from: '1970-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }

/** Copies an endpoint's deliveries as dead letters. */
const copies = `insert into deliveries select gen_random_uuid(), event_id, endpoint_id, submission_id,
    partner_id, environment, 'dead-letter', 10, 10, null, now(), last_outcome, last_status,
    created_at - interval '1 day' + turn * interval '1 ms', expires_at, 'failed', opens_at
  from deliveries, generate_series(1, $2::integer) as turn where endpoint_id = $1`

/** A sender with twenty healthy endpoints, and a failing one with many dead letters. */
async function openScene() {
  const { location, env, receiver, journal } = await openStage('postgres', {
    onTestFinished,
    answer: ({ endpoint }) => ({ status: endpoint.startsWith('odd') ? 500 : 202 }),
  })
  const sender = await startSender({ env })
  const world = { operator: sender.operator, receiver }
  const [odd] = (await prepareWorld({
    ...world,
    partyCount: 1,
    submissionsEach: 20,
    prefix: 'odd-',
  })) as [Party]
  const well = await prepareWorld({ ...world, partyCount: 20, submissionsEach: 2 })
  for (const one of odd.submissions) await ask(sender.operator, journal.sent(one, 'FAILS'))
  const given = [odd.endpoint.id, count / odd.submissions.length]
  await lookInto(location, ({ query }) => query(copies, given))
  return { odd, well, receiver, sender }
}

describe(`F13 one endpoint has a backlog of several batches (SEED=${seed})`, () => {
  it('to replay, hold and send: no other endpoint is affected', { timeout: 300_000 }, async () => {
    const { odd, well, receiver, sender } = await openScene()
    const { operator } = sender
    const journal = createJournal()
    const drive = (submissions: string[], pauseMs: number) =>
      driveLoad({
        laneCount: 2,
        submissions,
        journal,
        random: seededRandom(seed),
        target: async () => operator,
        pause: () => delay(pauseMs),
      })
    const ofWell = new Set(well.flatMap(({ submissions }) => submissions))
    // The odd one keeps failing, and each failure needs the lock of its endpoint.
    const loads = [drive([...ofWell], 20), drive(odd.submissions, 50)]
    const params = { path: { endpointId: odd.endpoint.id } }
    const set = (enabled: boolean) =>
      operator.PATCH('/operator/v1/endpoints/{endpointId}', { params, body: { enabled } })
    const look = async () => {
      const query = { endpoint: odd.endpoint.id }
      const { items } = expectData(
        await operator.GET('/operator/v1/endpoints', { params: { query } }),
      )
      return items[0] as (typeof items)[number]
    }
    const timed = async <T>(work: () => Promise<T>) => {
      const startedMs = performance.now()
      return { result: await work(), ms: performance.now() - startedMs }
    }
    const rarely = { timeoutMs: 120_000, everyMs: 250 }

    const replay = await timed(async () => {
      const body = { state: 'dead-letter', endpoint: odd.endpoint.id, ...wholeTime } as const
      return expectData(await operator.POST('/operator/v1/replays', { body })).count
    })
    expect(replay.result).toBe(count)
    await until(async () => (await look()).deadLetters === 0, { what: 'the replay', ...rarely })
    const disable = await timed(() => set(false))
    await until(async () => (await look()).pending === 0, { what: 'the hold', ...rarely })
    const { held } = await look()
    expect(held).toBeGreaterThanOrEqual(count)
    const enable = await timed(() => set(true))
    await until(async () => (await look()).held === 0, { what: 'the release', ...rarely })
    const sent = () => journal.entries.filter(({ submission }) => ofWell.has(submission))
    // A fast machine has moved everything already. Make sure that there is a sample.
    expect(sent().length).toBeGreaterThan(20)
    await until(() => sent().length > 50, { what: 'enough changes of others' })
    await Promise.all(loads.map((load) => load.stop()))

    const entries = sent()
    const arrivals = () => receiver.arrivals.filter(({ submission }) => ofWell.has(submission))
    await until(() => arrivals().length >= entries.length, { what: 'the last arrival' })
    const arrived = new Map(arrivals().map(({ event, atMs }) => [event, atMs]))
    const waits = entries.map(
      ({ submission, receipt, sentMs }) =>
        Number(arrived.get(`${submission} ${receipt?.timestamp}`)) - sentMs,
    )
    const calls = [replay, disable, enable].map(({ ms }) => Math.round(ms))
    const longestMs = Math.round(Math.max(...waits))
    console.log(`F13: calls in ${calls.join(', ')} ms, others waited ${longestMs} ms at most`)
    expect(longestMs).toBeLessThan(mostMs)
    expect(Math.max(...calls)).toBeLessThan(mostMs)
    // Each arrived exactly once.
    expect([arrivals().length, arrived.size]).toEqual([entries.length, entries.length])
    expect((await sender.stop()).code).toBe(0)
    expect(sender.process.output).not.toMatch(/worker-failure|"state":"lost"/)
  })
})
