import {
  openPatiently,
  startPostgres,
  startStandby,
  startStore,
  watchServer,
} from '@partner-platform/database/testing'
import { startTcpProxy } from '@partner-platform/database/testing/tcp-proxy'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, it, type TestContext } from 'vitest'
import { openStore } from '../../src/index.ts'
import { untilHandled } from '../../src/testing/start-partner.ts'
import { openScene, type Scene, soundReport } from './open-scene.ts'
import type { OddReceiver, Odds } from './start-odd-receiver.ts'
import { createEmbedded } from './use-stores.ts'

const timeout = 300_000
const returnLimitMs = 5_000
/** To be back takes so many steps, each of which a busy machine makes slower. */
const returnSteps = 3
/** Deliveries that must be refused while the store is away, and those by which that is known not to be. */
const [leastRefused, mostUnfelt] = [8, 40]
const { accepted, storageFailed } = constants.receiverAnswers

type Fault = {
  says: string
  /** Takes the store away; gives what shows that it did. */
  away(): Promise<number>
  back(): unknown
  /** Whether every delivery meanwhile is refused, or it may be over before one comes. */
  isLong: boolean
  /** Where a Postgres can be reached all the same. */
  url?: string
}

type Survival = { scene: Scene; receiver: OddReceiver; context: TestContext }

type Round = Pick<Fault, 'says' | 'isLong'> & {
  /** Deliveries that were refused while the store was away. */
  refused: number
  /** How long after its return what was new was kept, answered and handled. */
  tookMs: number
  /** How long a call of its server took meanwhile, by one who needs nothing else. */
  callMs: number
}

/** One fault after the other under load. */
async function endure(faults: readonly Fault[], { scene, receiver, context }: Survival) {
  const { journal } = scene
  const load = scene.drive(receiver, { pauseMs: 20 })
  const rounds: Round[] = []
  for (const { says, away, back, isLong, url } of faults) {
    const enough = journal.counts.acked + 20
    await until(() => journal.counts.acked > enough, { what: 'load' })
    await until(() => journal.counts.open > 0, { what: 'a delivery in flight', everyMs: 1 })
    const awayMs = performance.now()
    context.expect(await away()).toBeGreaterThan(0)
    const goneMs = performance.now()
    const refused = () => journal.answered(storageFailed, awayMs)
    const over = () => journal.entries.filter((one) => one.sentMs > goneMs && one.endedMs !== null)
    if (isLong) {
      const isFelt = () => refused().length >= leastRefused || over().length >= mostUnfelt
      await until(isFelt, { what: `answers while it is ${says}` })
    }
    const count = refused().length
    for (const { retryAfter } of refused()) context.expect(retryAfter).toMatch(/^[1-9][0-9]*$/)
    await back()
    const backMs = performance.now()
    const endWatch = url === undefined ? async () => 0 : watchServer(url)
    // What is new since then is kept, answered and handled.
    const isServed = () => {
      const fresh = new Set(receiver.effects())
      return journal.answered(accepted, backMs).some(({ storageKey }) => fresh.has(storageKey))
    }
    await until(isServed, { what: 'service', timeoutMs: 2 * returnLimitMs }).catch(() => {})
    const tookMs = performance.now() - backMs
    rounds.push({ says, isLong, refused: count, tookMs, callMs: await endWatch() })
  }
  await load.stop()
  return rounds
}

const isLate = ({ tookMs, callMs }: Round) => tookMs > returnLimitMs + returnSteps * callMs
const isUnfelt = ({ isLong, refused }: Round) => isLong && refused < leastRefused

async function survive(faults: readonly Fault[], { scene, receiver, context }: Survival) {
  const rounds = await endure(faults, { scene, receiver, context })
  const returns = rounds.map(
    ({ says, tookMs, callMs }) => `${says} ${Math.round(tookMs)} (a call ${Math.round(callMs)})`,
  )
  console.log(`back in ms: ${returns.join(', ')}`)
  context.expect(rounds.filter(isLate)).toEqual([])
  context.expect(rounds.filter(isUnfelt)).toEqual([])
  await untilHandled(receiver)
  context.expect((await receiver.stop()).code).toBe(0)
  context.expect(await scene.report()).toMatchObject(soundReport)
}

/** A receiver on an embedded store, and what has the store be read-only for a while. */
async function openReadOnly(context: TestContext, odds?: Odds) {
  const scene = openScene(await createEmbedded(context), context)
  const receiver = await scene.startOdd(odds)
  const toggle = async (says: RegExp) => {
    receiver.process.signal('SIGHUP')
    return (await receiver.process.says(says)).length
  }
  const fault: Fault = {
    ...{ says: 'read-only', isLong: true },
    away: () => toggle(/^Read-only\.$/m),
    back: () => toggle(/^Writable\.$/m),
  }
  return { scene, receiver, fault }
}

/** A receiver behind a proxy that leaves its connections half open for a while. */
async function openHalfOpen(context: TestContext, options: HalfOpenOptions = {}) {
  const { search = '', ...sceneOptions } = options
  const server = await startPostgres()
  context.onTestFinished(() => server.remove())
  const proxy = await startTcpProxy(server.port)
  context.onTestFinished(() => proxy.close())
  const directUrl = await server.createDatabase()
  const url = new URL(directUrl)
  url.port = String(proxy.port)
  url.search = search
  const scene = openScene({ kind: 'postgres', url: url.href }, context, sceneOptions)
  const receiver = await scene.startOdd({ leaseSeconds: 3 })
  const away = async () => {
    proxy.goSilent()
    await until(() => proxy.swallowed > 0, { what: 'bytes that nobody gets' })
    return proxy.swallowed
  }
  const back = proxy.recover
  const fault: Fault = { says: 'half-open', away, back, isLong: true, url: directUrl }
  return { scene, receiver, fault }
}

type HalfOpenOptions = { search?: string; laneCount?: number; timeoutMs?: number }

describe.concurrent('stores that go away', () => {
  it('F7 I10 Postgres killed, stopped, paused, its connections dropped: back in 5 s, nothing lost or stuck', {
    timeout,
  }, async (context) => {
    const server = await startPostgres()
    context.onTestFinished(() => server.remove())
    const url = await server.createDatabase()
    const scene = openScene({ kind: 'postgres', url }, context)
    const receiver = await scene.startOdd({ leaseSeconds: 3 })
    const dropAll = `select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const faults: Fault[] = [
      { says: 'killed', away: server.kill, back: server.restart, isLong: true },
      {
        says: 'stopped',
        away: () => server.stop().then(() => 1),
        back: server.restart,
        isLong: true,
      },
      { says: 'paused', away: server.freeze, back: server.thaw, isLong: true },
      {
        says: 'dropped',
        async away() {
          const admin = await openPatiently(() =>
            openStore({ location: { kind: 'postgres', url } }),
          )
          const [dropped] = await admin.query<{ count: number }>(dropAll)
          await admin.close()
          return dropped?.count ?? 0
        },
        back: () => {},
        isLong: false,
      },
    ]
    const outages = faults.map((fault) => ({ ...fault, url }))
    await survive(outages, { scene, receiver, context })
    context.expect(receiver.process.output).toContain('"event":"failure"')
  })

  it('F28 I10 the primary killed, its standby promoted: back in 5 s, nothing lost or stuck', {
    timeout,
  }, async (context) => {
    const primary = await startPostgres()
    context.onTestFinished(() => primary.remove())
    const url = new URL(await primary.createDatabase())
    const standby = await startStandby(primary)
    context.onTestFinished(() => standby.remove())
    const { host, hostname } = url
    const hosts = `${hostname}:${primary.port},${hostname}:${standby.port}`
    const location = { kind: 'postgres', url: url.href.replace(host, hosts) } as const
    const scene = openScene(location, context)
    const receiver = await scene.startOdd({ leaseSeconds: 3 })
    const own = url.href.replace(host, `${hostname}:${standby.port}`)
    const fault = { says: 'killed', away: primary.kill, back: standby.promote, isLong: true }
    await survive([{ ...fault, url: own }], { scene, receiver, context })
  })

  it('F7 I10 half-open connections: found dead, replaced in 5 s, nothing lost or stuck', {
    timeout,
  }, async (context) => {
    const { scene, receiver, fault } = await openHalfOpen(context)
    await survive([fault], { scene, receiver, context })
  })

  it('F6 I10 Postgres read-only: answers 503 with Retry-After, and serves again by itself', {
    timeout,
  }, async (context) => {
    const store = await startStore('postgres')
    context.onTestFinished(() => store.stop())
    const location = await store.createLocation()
    const scene = openScene(location, context)
    const receiver = await scene.startOdd()
    const admin = await openPatiently(() => openStore({ location }))
    context.onTestFinished(() => admin.close())
    const set = async (value: 'on' | 'off') => {
      await admin.query(`alter system set default_transaction_read_only = ${value}`)
      await admin.query('select pg_reload_conf()')
    }
    const away = async () => {
      await set('on')
      const shown = () =>
        admin.query<{ value: string }>(`select current_setting('transaction_read_only') as value`)
      await until(async () => (await shown())[0]?.value === 'on', { what: 'a read-only store' })
      return 1
    }
    const fault = { says: 'read-only', away, back: () => set('off'), isLong: true }
    await survive([fault], { scene, receiver, context })
  })

  it('F6 I10 an embedded store that is read-only: answers 503 with Retry-After, and serves again', {
    timeout,
  }, async (context) => {
    const { scene, receiver, fault } = await openReadOnly(context)
    await survive([fault], { scene, receiver, context })
  })

  it('F6 finds the mutant that takes a refusal for a success', { timeout }, async (context) => {
    const odds = { mutant: 'takes a refusal for a success' } as const
    const { scene, receiver, fault } = await openReadOnly(context, odds)
    const rounds = await endure([fault], { scene, receiver, context })
    context.expect(rounds).toMatchObject([{ refused: 0 }])
    await receiver.stop()
    const { lost, problems } = await scene.report()
    context.expect(lost).toBeGreaterThan(0)
    context.expect(problems).toContain(`${lost} × acknowledged, but not stored`)
  })

  it('F7 finds the mutant that does not come back to its store', { timeout }, async (context) => {
    const server = await startPostgres()
    context.onTestFinished(() => server.remove())
    const url = await server.createDatabase()
    const scene = openScene({ kind: 'postgres', url }, context)
    const receiver = await scene.startOdd({ mutant: 'does not come back to its store' })
    const { kill, restart } = server
    const fault = { says: 'killed', away: kill, back: restart, isLong: true, url }
    const rounds = await endure([fault], { scene, receiver, context })
    context.expect(rounds.filter(isUnfelt)).toEqual([])
    context.expect(rounds.filter(isLate)).toHaveLength(1)
  })

  it('F7 finds the mutant that waits for its store as long as it takes', {
    timeout,
  }, async (context) => {
    const search = `query_timeout=${timeout}`
    const options = { search, laneCount: mostUnfelt, timeoutMs: returnLimitMs }
    const { scene, receiver, fault } = await openHalfOpen(context, options)
    const rounds = await endure([fault], { scene, receiver, context })
    context.expect(rounds).toMatchObject([{ refused: 0 }])
  })
})
