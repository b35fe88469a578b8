import { setTimeout as delay } from 'node:timers/promises'
import { describe, type ExpectStatic, it, type TestContext, vi } from 'vitest'
import { isUnavailable } from '../../src/index.ts'
import {
  ask,
  type PostgresServer,
  type Standby,
  startPostgres,
  startStandby,
} from '../../src/testing/index.ts'
import { openTestDatabase, rejectionOf } from '../open-test-database.ts'
import { compare, nothing } from './load.ts'
import { poolSize, type Scene, startScene } from './start-scene.ts'

type Hook = TestContext['onTestFinished']

async function startPair(onTestFinished: Hook) {
  const primary = await startPostgres()
  onTestFinished(() => primary.remove())
  const { pathname, username, password } = new URL(await primary.createDatabase())
  const standby = await startStandby(primary)
  onTestFinished(() => standby.remove())
  const urlOf = (...servers: PostgresServer[]) =>
    `postgres://${username}:${password}@${servers.map(({ port }) => `127.0.0.1:${port}`)}${pathname}`
  return { primary, standby, urlOf }
}

const countNotes = async (url: string) =>
  (await ask<{ count: number }>(url, 'select count(*)::integer as count from notes'))[0]?.count

/** Commits without waiting for a standby, as an old primary does that nobody fenced. */
async function commitAlone({ urlOf }: PostgresServer): Promise<void> {
  const reset = 'alter system reset synchronous_standby_names'
  await ask(urlOf('postgres'), reset, 'select pg_reload_conf()')
}

/** Opens the database by a mutant of the code: for it the first host is the primary. */
async function importMutant(onTestFinished: Hook) {
  vi.doMock('../../src/find-primary.ts', async (original) => {
    const { createPrimary } = await original<typeof import('../../src/find-primary.ts')>()
    const first: typeof createPrimary = (urls, toConfig) =>
      createPrimary(urls.slice(0, 1), toConfig)
    return { createPrimary: first }
  })
  vi.resetModules()
  onTestFinished(() => {
    vi.doUnmock('../../src/find-primary.ts')
    vi.resetModules()
  })
  return await import('../open-test-database.ts')
}

/** Writes go on at the promoted server; nothing acknowledged is lost, and listeners hear again. */
async function expectFailover(
  { database, load, lives, payloads }: Scene,
  { standby, expect }: { standby: Standby; expect: ExpectStatic },
) {
  await standby.promote()
  const promotedAt = performance.now()
  await load.ackedMore(300)
  const gapMs = Math.max(0, load.lastErrorAt() - promotedAt)
  console.log(
    `failover: ${load.errors.length} refused, slowest answer ${load.slowestMs().toFixed(0)} ms, last refusal ${gapMs.toFixed(0)} ms after the promotion`,
  )
  expect(load.errors.length).toBeGreaterThan(0)
  // A line to a primary that lives on is found to be the wrong one at its next heartbeat.
  await expect.poll(() => lives, { timeout: 20_000 }).toContain(false)
  await expect.poll(() => lives.at(-1), { timeout: 20_000 }).toBe(true)
  await database.query(`select pg_notify('scene', 'heard again')`)
  await expect.poll(() => payloads).toContain('heard again')
}

// They mostly wait for time limits, so they run side by side.
describe.concurrent('two servers', () => {
  it('F28 the primary is killed and a synchronous standby promoted: nothing acknowledged is lost, but by a mutant', {
    timeout: 300_000,
  }, async ({ expect, onTestFinished }) => {
    const { primary, standby, urlOf } = await startPair(onTestFinished)
    const scene = await startScene(urlOf(primary, standby), onTestFinished)
    const { database, load } = scene
    expect(await primary.kill()).toBeGreaterThan(poolSize)
    // Nobody takes writes now.
    expect(isUnavailable(await rejectionOf(database.query('select 1')))).toBe(true)
    await expectFailover(scene, { standby, expect })

    // The old primary comes back, unfenced, and would take writes.
    await primary.restart()
    await commitAlone(primary)
    // A new process writes to the server that was promoted last. The mutant loses what it writes.
    const write = async (open: typeof openTestDatabase, id: number) => {
      const opened = await open({ kind: 'postgres', url: urlOf(primary, standby) })
      await opened.query('insert into notes values ($1, $2)', [id, 'of a new process'])
      await opened.close()
    }
    await write(openTestDatabase, -1)
    await write((await importMutant(onTestFinished)).openTestDatabase, -2)
    const written = (server: PostgresServer) =>
      ask(urlOf(server), 'select id from notes where id < 0')
    expect(await written(standby)).toEqual([{ id: -1 }])
    expect(await written(primary)).toEqual([{ id: -2 }])
    const before = await countNotes(urlOf(primary))
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid()`,
    )
    await load.ackedMore(200)
    // What the process has seen outlasts the server that it saw it of.
    await standby.stop()
    expect(isUnavailable(await rejectionOf(database.query('select 1')))).toBe(true)
    await delay(1_000)
    await standby.restart()
    await load.ackedMore(100)
    await load.stop()
    expect(await countNotes(urlOf(primary))).toBe(before)
    await database.query('delete from notes where id = -1')
    expect(await compare(database, load)).toEqual(nothing)
  })

  it('F28 a frozen primary gets no writes when it continues', { timeout: 300_000 }, async ({
    expect,
    onTestFinished,
  }) => {
    const { primary, standby, urlOf } = await startPair(onTestFinished)
    const scene = await startScene(urlOf(primary, standby), onTestFinished)
    const { database, load } = scene
    expect(await primary.freeze()).toBeGreaterThan(poolSize)
    await expectFailover(scene, { standby, expect })
    primary.thaw()
    await load.ackedMore(300)
    await load.stop()
    expect(await compare(database, load)).toEqual(nothing)
  })

  it('F28 a standby is promoted while the primary still runs: writers and listeners follow', {
    timeout: 300_000,
  }, async ({ expect, onTestFinished }) => {
    const { primary, standby, urlOf } = await startPair(onTestFinished)
    const scene = await startScene(urlOf(primary, standby), onTestFinished)
    await expectFailover(scene, { standby, expect })
    await scene.load.stop()
    expect(await compare(scene.database, scene.load)).toEqual(nothing)
  })
})
