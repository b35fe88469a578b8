import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { replayDelivery } from '../../src/platform/replay.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { changeJobs } from './add-mutant.ts'
import { useRooms } from './open-room.ts'

const { openRoom, openAgain } = useRooms('postgres')

describe('concurrent attempts to one endpoint, by several workers on one Postgres', () => {
  const slotsPerEndpoint = 8
  type Change = (database: ServerDatabase) => ServerDatabase
  let stores: ServerDatabase[]
  beforeAll(async () => {
    stores = await Promise.all(Array.from({ length: 4 }, openAgain))
    return () => Promise.all(stores.map((store) => store.close()))
  })

  /** A queue that ignores endpoints and gives every worker all due jobs. */
  const unboundQueue: Change = (database) =>
    changeJobs(database, {
      fetch: (name, options) =>
        database.jobs.fetch(name, { ...options, groupConcurrency: 1_000 } as never),
    })
  /** A claim that ignores the limit too. */
  const unbound: Change = (database) => ({
    ...unboundQueue(database),
    query: (text, values) =>
      database.query(text.replace(`series(1, ${slotsPerEndpoint})`, 'series(1, 1000)'), values),
  })

  /**
   * Delivers many events of one endpoint, and reports the most attempts open at once. The receiver
   * answers none before `expected` are open, however slow the machine is.
   */
  async function deliver(change: Change, expected = slotsPerEndpoint) {
    let [mostOpen, given] = [0, 0]
    const room = await openRoom({ keeps: () => true })
    room.receiver.onArrival(() => {
      mostOpen = Math.max(mostOpen, room.receiver.openCount)
    })
    const ids: string[] = []
    for (let made = 0; made < 24; made++) ids.push(await room.emit(await room.makeSubmission()))
    for (const store of stores) await room.work({ database: change(store), slotsPerEndpoint })
    await until(() => mostOpen >= expected, { what: `${expected} open attempts` })
    const answering = setInterval(() => {
      if (given < room.open.length) room.open[given++]?.give({ status: 202 })
    }, 5)
    onTestFinished(() => clearInterval(answering))
    for (const id of ids) await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    const duplicates = room.receiver.arrivals.length - ids.length
    return { mostOpen, duplicates, problems: await room.report() }
  }

  it('F13 never exceed its slots, even if the queue ignores endpoints', async () => {
    expect(await deliver(unboundQueue)).toEqual({
      mostOpen: slotsPerEndpoint,
      problems: [],
      duplicates: 0,
    })
  })

  it('F13 finds the mutant that does not count the slots', async () => {
    const { mostOpen } = await deliver(unbound, slotsPerEndpoint + 1)
    expect(mostOpen).toBeGreaterThan(slotsPerEndpoint)
  })
})

it('F13 finds the mutant that gives one endpoint every slot: when it hangs, others wait', async () => {
  const room = await openRoom({ keeps: ({ endpoint }) => endpoint === 'hook' })
  const well = await room.makeParty('well')
  await room.work({ slots: 8, slotsPerEndpoint: 8 })
  for (let made = 0; made < 8; made++) await room.emit(await room.makeSubmission())
  await room.untilOpen(8)
  const id = await room.emit(well.submission)
  const startedMs = performance.now()
  await until(() => performance.now() - startedMs > 1_000, { what: 'more than it may take' })
  expect(room.receiver.arrivals).toHaveLength(8)
  for (const { give } of room.open) give({ status: 202 })
  await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
  expect(await room.report()).toEqual([])
})

it('F13 a locked endpoint delays only its own attempts', async () => {
  const room = await openRoom()
  const well = await room.makeParty('well')
  room.answer.status = 500
  const id = await room.emit(room.submission)
  const begun = Promise.withResolvers<void>()
  let isDone = false
  const locked = room.database.transaction(async (tx) => {
    await tx.execute(sql`select from endpoints where id = ${room.endpointId} for update`)
    begun.resolve()
    // Longer than the store lets a statement wait.
    const endMs = performance.now() + 4_000
    const isOver = async () => {
      // An idle connection would be closed.
      await tx.execute(sql`select 1`)
      return isDone && performance.now() >= endMs
    }
    await until(isOver, { what: 'the end of the lock', everyMs: 100 })
  })
  await begun.promise
  await room.work()
  await until(() => room.receiver.arrivals.length > 0, { what: 'the attempt that fails' })
  room.answer.status = 202
  const startedMs = performance.now()
  // A worker that waited for the lock would be seconds late for each of them.
  for (let made = 0; made < 10; made++) {
    const other = await room.emit(await well.makeSubmission())
    await room.untilDelivery(other, { state: 'delivered' })
  }
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  expect(await room.delivery(id)).toMatchObject({ state: 'pending', attempts: 0, jobs: 1 })
  isDone = true
  await locked
  await room.untilDelivery(id, { attempts: 1, outcome: 'refused' })
  expect(await room.endpoint(room.endpointId)).toMatchObject({ failures: 1 })
  await room.makeDue()
  await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
  // No attempt was repeated because it could not be recorded.
  expect(room.receiver.arrivals).toHaveLength(12)
  expect(room.logs.filter((line) => line.includes('failure'))).toEqual([])
  expect(await room.report()).toEqual([])
})

it('D-012 a dead letter that is replayed while being deleted stays', async () => {
  const room = await openRoom()
  const id = await room.emit(room.submission)
  const end = `update deliveries set state = 'dead-letter', due_at = null, ended_at = $2,
    dead_letter_reason = 'failed' where id = $1`
  const endedMs = room.clock.wallMs() - constants.deadLetterRetentionSeconds * 1000
  await room.database.query(end, [id, new Date(endedMs)])
  await room.database.query('delete from pgboss.job')
  const replayed = Promise.withResolvers<void>()
  const blocked = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const replaying = room.write(async (context) => {
    await replayDelivery({ deliveryId: id }, context)
    replayed.resolve()
    await expect.poll(() => context.tx.execute(blocked)).toMatchObject({ rows: [{}] })
  })
  await replayed.promise
  await room.sweep()
  await replaying
  expect(await room.delivery(id)).toMatchObject({ state: 'pending', jobs: 1 })
})
