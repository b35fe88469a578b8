import { ask, startPostgres, watchServer } from '@partner-platform/database/testing'
import { triesMutants } from '@partner-platform/harness'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, it, type TestContext } from 'vitest'
import { type Odds, openScene, soundReport } from './open-scene.ts'

const timeout = 300_000
const returnLimitMs = 5_000
/** Steps of a return, each of which a slow machine makes slower. */
const returnSteps = 3
const patient = { timeoutMs: timeout }
/** Deliveries that must be refused while the store is away, and how many answers are enough to judge. */
const [leastRefused, mostUnfelt] = [8, 40]
const { accepted, storageFailed } = constants.receiverAnswers

type Fault = {
  says: string
  /** Takes the store away. Resolves with a number above 0 if it did. */
  away(): Promise<number>
  back(): unknown
}

type Survival = Awaited<ReturnType<typeof startSurvival>>

type Round = Pick<Fault, 'says'> & {
  /** Deliveries that were refused while the store was away. */
  refused: number
  /** How long after its return something new was stored, answered and handled. */
  tookMs: number
  /** How long a plain call of its server took meanwhile, or one delivery afterwards. */
  callMs: number
}

/** A receiver on a Postgres, and what takes that away. */
async function startSurvival(
  context: TestContext,
  { odds = { leaseSeconds: 3 } as Odds, ...options } = {},
) {
  const server = await startPostgres()
  context.onTestFinished(() => server.remove())
  const url = await server.createDatabase()
  const scene = openScene({ kind: 'postgres', url }, context, options)
  const setReadOnly = (value: 'on' | 'off') => async () => {
    const set = `alter system set default_transaction_read_only = ${value}`
    await ask(url, set, 'select pg_reload_conf()')
    const isSet = `select 1 where current_setting('default_transaction_read_only') = '${value}'`
    await until(async () => (await ask(url, isSet)).length > 0, { what: `read-only ${value}` })
    return 1
  }
  const faults = {
    killed: { says: 'killed', away: server.kill, back: server.restart },
    paused: { says: 'paused', away: server.freeze, back: server.thaw },
    readOnly: { says: 'read-only', away: setReadOnly('on'), back: setReadOnly('off') },
  } satisfies Record<string, Fault>
  return { scene, receiver: await scene.start(odds), context, url, faults }
}

/** One fault after the other under load. */
async function endure(
  faults: readonly Fault[],
  { scene, receiver, context, url }: Survival,
  patienceMs = returnLimitMs,
) {
  const { journal } = scene
  /** Resolves once a delivery that was sent after a moment is stored, answered and handled. */
  const untilServed = (sinceMs: number, timeoutMs: number) => {
    const isServed = () => {
      const fresh = new Set(receiver.effects())
      return journal.answered(accepted, sinceMs).some(({ storageKey }) => fresh.has(storageKey))
    }
    return until(isServed, { what: 'service', timeoutMs })
  }
  const load = scene.drive(receiver)
  const rounds: Round[] = []
  for (const { says, away, back } of faults) {
    const enough = journal.counts.acked + 20
    await until(() => journal.counts.acked > enough, { what: 'load', ...patient })
    await until(() => journal.counts.open > 0, { what: 'a delivery in flight', everyMs: 1 })
    const awayMs = performance.now()
    context.expect(await away()).toBeGreaterThan(0)
    const goneMs = performance.now()
    const refused = () => journal.answered(storageFailed, awayMs)
    const over = () => journal.entries.filter((one) => one.sentMs > goneMs && one.endedMs !== null)
    const isFelt = () => refused().length >= leastRefused || over().length >= mostUnfelt
    await until(isFelt, { what: `answers while it is ${says}`, ...patient })
    const count = refused().length
    for (const { retryAfter } of refused()) context.expect(retryAfter).toMatch(/^[1-9][0-9]*$/)
    await back()
    const backMs = performance.now()
    const endWatch = watchServer(url)
    const isBack = await untilServed(backMs, patienceMs).catch(() => false)
    const servedMs = performance.now()
    const tookMs = isBack ? servedMs - backMs : Number.POSITIVE_INFINITY
    const serverMs = await endWatch()
    // The same steps again, on the same machine: what they take without a fault.
    const againMs = performance.now()
    if (isBack) await untilServed(againMs, timeout)
    const callMs = Math.max(serverMs, performance.now() - againMs)
    rounds.push({ says, refused: count, tookMs, callMs })
  }
  await load.stop()
  return rounds
}

const isLate = ({ tookMs, callMs }: Round) => tookMs > returnLimitMs + returnSteps * callMs
const isUnfelt = ({ refused }: Round) => refused < leastRefused

// `database` tests orderly stops, dropped and half-open connections, and failovers.
describe.concurrent('stores that go away', { timeout }, () => {
  it('F6 F7 I10 Postgres killed, paused, read-only: back in 5 s, nothing lost', async (context) => {
    const { expect } = context
    const survival = await startSurvival(context)
    const rounds = await endure(Object.values(survival.faults), survival, timeout)
    expect(rounds.filter(isLate)).toEqual([])
    expect(rounds.filter(isUnfelt)).toEqual([])
    const { scene, receiver } = survival
    expect(await scene.finish(receiver, patient)).toMatchObject(soundReport)
    expect(receiver.process.output).toContain('"event":"failure"')
  })

  if (triesMutants)
    it('F6 finds the mutant that takes a refusal of its store for a success', async (context) => {
      const odds: Odds = { mutant: 'takes a refusal of its store for a success' }
      const survival = await startSurvival(context, { odds })
      const rounds = await endure([survival.faults.readOnly], survival)
      context.expect(rounds).toMatchObject([{ refused: 0 }])
      await survival.receiver.stop()
      const { lost, problems } = await survival.scene.report()
      context.expect(lost).toBeGreaterThan(0)
      context.expect(problems).toContain(`${lost} × acknowledged, but not stored`)
    })

  if (triesMutants)
    it('F7 finds the mutant that does not come back to its store', async (context) => {
      const odds: Odds = { mutant: 'does not come back to its store' }
      const survival = await startSurvival(context, { odds })
      const rounds = await endure([survival.faults.killed], survival)
      context.expect(rounds.filter(isUnfelt)).toEqual([])
      context.expect(rounds.filter(isLate)).toHaveLength(1)
    })

  if (triesMutants)
    it('F7 finds the mutant that waits for its store forever', async (context) => {
      const odds: Odds = { mutant: 'waits for its store forever' }
      const given = { odds, laneCount: mostUnfelt, timeoutMs: returnLimitMs }
      const survival = await startSurvival(context, given)
      // Whether it comes back is no longer of interest.
      const rounds = await endure([survival.faults.paused], survival, 0)
      context.expect(rounds).toMatchObject([{ refused: 0 }])
    })
})
