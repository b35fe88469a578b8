import type { StoreLocation } from '@partner-platform/database'
import { ask, startPostgres, startStandby, watchServer } from '@partner-platform/database/testing'
import { startTcpProxy } from '@partner-platform/database/testing/tcp-proxy'
import { triesMutants } from '@partner-platform/harness'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, it, type TestContext } from 'vitest'
import { type OddReceiver, type Odds, openScene, type Scene, soundReport } from './open-scene.ts'

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
  /** Whether every delivery is refused meanwhile, or the fault may be over before one arrives. */
  isLong: boolean
  /** URL of a Postgres that stays reachable for the test. */
  url?: string
}

type Survival = { scene: Scene; receiver: OddReceiver; context: TestContext }

type Round = Pick<Fault, 'says' | 'isLong'> & {
  /** Deliveries that were refused while the store was away. */
  refused: number
  /** How long after its return something new was stored, answered and handled. */
  tookMs: number
  /** How long a plain call of its server took meanwhile, or one delivery afterwards. */
  callMs: number
}

/** One fault after the other under load. */
async function endure(
  faults: readonly Fault[],
  { scene, receiver, context }: Survival,
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
  for (const { says, away, back, isLong, url } of faults) {
    const enough = journal.counts.acked + 20
    await until(() => journal.counts.acked > enough, { what: 'load', ...patient })
    await until(() => journal.counts.open > 0, { what: 'a delivery in flight', everyMs: 1 })
    const awayMs = performance.now()
    context.expect(await away()).toBeGreaterThan(0)
    const goneMs = performance.now()
    const refused = () => journal.answered(storageFailed, awayMs)
    const over = () => journal.entries.filter((one) => one.sentMs > goneMs && one.endedMs !== null)
    if (isLong) {
      const isFelt = () => refused().length >= leastRefused || over().length >= mostUnfelt
      await until(isFelt, { what: `answers while it is ${says}`, ...patient })
    }
    const count = refused().length
    for (const { retryAfter } of refused()) context.expect(retryAfter).toMatch(/^[1-9][0-9]*$/)
    await back()
    const backMs = performance.now()
    const endWatch = url === undefined ? async () => 0 : watchServer(url)
    const isBack = await untilServed(backMs, patienceMs).catch(() => false)
    const servedMs = performance.now()
    const tookMs = isBack ? servedMs - backMs : Number.POSITIVE_INFINITY
    const serverMs = await endWatch()
    // The same steps again, on the same machine: what they take without a fault.
    const againMs = performance.now()
    if (isBack) await untilServed(againMs, timeout)
    const callMs = Math.max(serverMs, performance.now() - againMs)
    rounds.push({ says, isLong, refused: count, tookMs, callMs })
  }
  await load.stop()
  return rounds
}

const isLate = ({ tookMs, callMs }: Round) => tookMs > returnLimitMs + returnSteps * callMs
const isUnfelt = ({ isLong, refused }: Round) => isLong && refused < leastRefused

async function survive(faults: readonly Fault[], survival: Survival) {
  const { scene, receiver, context } = survival
  const rounds = await endure(faults, survival, timeout)
  context.expect(rounds.filter(isLate)).toEqual([])
  context.expect(rounds.filter(isUnfelt)).toEqual([])
  context.expect(await scene.finish(receiver, patient)).toMatchObject(soundReport)
}

async function openPostgres({ onTestFinished }: TestContext) {
  const server = await startPostgres()
  onTestFinished(() => server.remove())
  return { server, url: await server.createDatabase() }
}

async function startScene(
  location: StoreLocation,
  context: TestContext,
  { odds = { leaseSeconds: 3 }, ...options }: SceneGiven = {},
): Promise<Survival> {
  const scene = openScene(location, context, options)
  return { scene, receiver: await scene.start(odds), context }
}

type SceneGiven = { odds?: Odds; laneCount?: number; timeoutMs?: number }

/** Makes a Postgres read-only. */
function createReadOnly(url: string): Fault {
  const set = async (value: 'on' | 'off') => {
    const change = `alter system set default_transaction_read_only = ${value}`
    await ask(url, change, 'select pg_reload_conf()')
    const isSet = `select 1 where current_setting('default_transaction_read_only') = '${value}'`
    await until(async () => (await ask(url, isSet)).length > 0, { what: `read-only ${value}` })
    return 1
  }
  return { says: 'read-only', isLong: true, away: () => set('on'), back: () => set('off') }
}

/** A receiver behind a proxy, and a fault that leaves its connections half open. */
async function openHalfOpen(context: TestContext, given?: SceneGiven) {
  const { server, url: directUrl } = await openPostgres(context)
  const proxy = await startTcpProxy(server.port)
  context.onTestFinished(() => proxy.close())
  const url = Object.assign(new URL(directUrl), { port: String(proxy.port) }).href
  const survival = await startScene({ kind: 'postgres', url }, context, given)
  const away = async () => {
    proxy.goSilent()
    await until(() => proxy.swallowed > 0, { what: 'lost bytes', ...patient })
    return proxy.swallowed
  }
  const back = proxy.recover
  const fault: Fault = { says: 'half-open', away, back, isLong: true, url: directUrl }
  return { survival, fault }
}

const dropAll = `select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

describe.concurrent('stores that go away', { timeout }, () => {
  it('F6 F7 I10 Postgres killed, stopped, paused, read-only, disconnected: back in 5 s, nothing lost', async (context) => {
    const { server, url } = await openPostgres(context)
    const location = { kind: 'postgres', url } as const
    const survival = await startScene(location, context)
    const stop = () => server.stop().then(() => 1)
    const faults: Fault[] = [
      { says: 'killed', away: server.kill, back: server.restart, isLong: true },
      { says: 'stopped', away: stop, back: server.restart, isLong: true },
      { says: 'paused', away: server.freeze, back: server.thaw, isLong: true },
      createReadOnly(url),
      {
        says: 'disconnected',
        isLong: false,
        back() {},
        away: async () => (await ask<{ count: number }>(url, dropAll))[0]?.count ?? 0,
      },
    ]
    await survive(
      faults.map((fault) => ({ ...fault, url })),
      survival,
    )
    context.expect(survival.receiver.process.output).toContain('"event":"failure"')
  })

  it('F28 I10 the primary killed, its standby promoted: back in 5 s, nothing lost', async (context) => {
    const { server: primary, url } = await openPostgres(context)
    const standby = await startStandby(primary)
    context.onTestFinished(() => standby.remove())
    const { host, hostname } = new URL(url)
    const own = `${hostname}:${standby.port}`
    const hosts = url.replace(host, `${hostname}:${primary.port},${own}`)
    const survival = await startScene({ kind: 'postgres', url: hosts }, context)
    const { kill: away } = primary
    const back = standby.promote
    const fault = { says: 'killed', away, back, isLong: true, url: url.replace(host, own) }
    await survive([fault], survival)
  })

  it('F7 I10 half-open connections: replaced in 5 s, nothing lost', async (context) => {
    const { survival, fault } = await openHalfOpen(context)
    await survive([fault], survival)
  })

  if (triesMutants)
    it('F6 finds the mutant that takes a refusal of its store for a success', async (context) => {
      const { url } = await openPostgres(context)
      const odds = { mutant: 'takes a refusal of its store for a success' } as const
      const survival = await startScene({ kind: 'postgres', url }, context, { odds })
      const rounds = await endure([createReadOnly(url)], survival)
      context.expect(rounds).toMatchObject([{ refused: 0 }])
      await survival.receiver.stop()
      const { lost, problems } = await survival.scene.report()
      context.expect(lost).toBeGreaterThan(0)
      context.expect(problems).toContain(`${lost} × acknowledged, but not stored`)
    })

  if (triesMutants)
    it('F7 finds the mutant that does not come back to its store', async (context) => {
      const { server, url } = await openPostgres(context)
      const odds = { mutant: 'does not come back to its store' } as const
      const survival = await startScene({ kind: 'postgres', url }, context, { odds })
      const { kill: away, restart: back } = server
      const rounds = await endure([{ says: 'killed', away, back, isLong: true, url }], survival)
      context.expect(rounds.filter(isUnfelt)).toEqual([])
      context.expect(rounds.filter(isLate)).toHaveLength(1)
    })

  if (triesMutants)
    it('F7 finds the mutant that waits for its store forever', async (context) => {
      const odds = { mutant: 'waits for its store forever' } as const
      const given = { odds, laneCount: mostUnfelt, timeoutMs: returnLimitMs }
      const { survival, fault } = await openHalfOpen(context, given)
      // Whether it comes back is no longer of interest.
      context.expect(await endure([fault], survival, 0)).toMatchObject([{ refused: 0 }])
    })
})
