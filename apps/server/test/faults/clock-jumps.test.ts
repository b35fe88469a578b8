import { storeKinds } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rotateSecret } from '../../src/platform/rotate-secret.ts'
import { audit } from '../../src/testing/audit.ts'
import type { Answer, Arrival } from '../../src/testing/start-effect-receiver.ts'
import { openRoom, type Room } from './open-room.ts'
import { useStore } from './use-store.ts'

const hourMs = 3_600_000
const jumps: [says: string, jumpMs: number][] = [
  ['an hour ahead', hourMs],
  ['an hour back', -hourMs],
]

describe.each(storeKinds)('F8 clocks that are wrong (%s)', (kind) => {
  const store = useStore(kind)

  async function openScene(answer?: (arrival: Arrival) => Answer | Promise<Answer>) {
    const given = answer ? { answer } : {}
    return openRoom({ database: await store.empty(), ...given }, { onTestFinished })
  }

  /** Seconds until the job of a delivery may be taken, on the clock of the store. */
  async function secondsUntilDue({ database }: Room, id: string): Promise<number> {
    const text = `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
      where data ->> 'deliveryId' = $1 and state < 'active'`
    const [row] = await database.query<{ seconds: number }>(text, [id])
    return row?.seconds ?? Number.NaN
  }

  const report = async (room: Room) =>
    (await audit({ query: room.database.query, ...room })).problems

  it.each(jumps)('sends at once and retries after its step, set %s before', async (_, jumpMs) => {
    const answer = { status: 500 }
    const room = await openScene(() => ({ ...answer }))
    room.clock.jump(jumpMs)
    await room.work()
    const { submission } = await room.makeParty()
    const id = await room.emit(submission)
    await room.untilDelivery(id, { attempts: 1 })
    const [, stepSeconds = 0] = constants.retryDelaysSeconds
    const seconds = await secondsUntilDue(room, id)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(stepSeconds * (1 + constants.retryJitterRatio))
    answer.status = 202
    await room.makeDue()
    await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
    // What was due before the store's time, or long after it, is nobody's lost job.
    await room.sweep()
    expect(room.receiver.arrivals).toHaveLength(2)
  })

  it.each(jumps)('neither hurries nor puts off what waits, set %s meanwhile', async (_, jumpMs) => {
    const answer = { status: 500 }
    const room = await openScene(() => ({ ...answer }))
    await room.work()
    const { submission, makeSubmission } = await room.makeParty()
    const id = await room.emit(submission)
    await room.untilDelivery(id, { attempts: 1 })
    const before = await secondsUntilDue(room, id)
    room.clock.jump(jumpMs)
    await room.sweep()
    await room.wake()
    // Something newer passes by, so the worker has looked.
    const other = await room.emit(await makeSubmission())
    await room.untilDelivery(other, { attempts: 1 })
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', attempts: 1, jobs: 1 })
    expect(await secondsUntilDue(room, id)).toBeLessThanOrEqual(before)
    answer.status = 202
    // By a clock that was set back the first event is in the future: it waits for the clock.
    if (jumpMs < 0) room.clock.jump(-jumpMs)
    await room.makeDue()
    for (const one of [id, other]) await room.untilDelivery(one, { state: 'delivered' })
    expect(room.receiver.arrivals).toHaveLength(4)
  })

  it.each(jumps)('keeps what is in flight to itself, set %s meanwhile', async (_, jumpMs) => {
    const open: ((answer: Answer) => void)[] = []
    const room = await openScene(() => new Promise((resolve) => void open.push(resolve)))
    await room.work()
    const { submission } = await room.makeParty()
    const ids = [await room.emit(submission), await room.emit(submission)]
    await until(() => open.length === 1, { what: 'the first attempt' })
    room.clock.jump(jumpMs)
    ids.push(await room.emit(submission))
    await room.makeDue()
    await room.sweep()
    const done = `select 1 from pgboss.job where state = 'completed' having count(*) > 3`
    await until(async () => (await room.database.query(done)).length > 0, { what: 'jobs put back' })
    expect(open).toHaveLength(1)
    // By a clock that was set back the events are in the future: they wait for the clock.
    if (jumpMs < 0) room.clock.jump(-jumpMs)
    const arrived = async (count: number) => {
      await room.makeDue()
      return open.length >= count
    }
    for (let given = 0; given < ids.length; given++) {
      await until(() => arrived(given + 1), { what: `attempt ${given + 1}` })
      open[given]?.({ status: 202 })
    }
    for (const id of ids) await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect(await report(room)).toEqual([])
  })

  it.each(jumps)('signs with a secret the receiver has, made by a clock %s', async (_, jumpMs) => {
    const room = await openScene()
    const { receiver, clock, write } = room
    clock.jump(jumpMs)
    await room.work()
    const { submission, endpointId } = await room.makeParty()
    await room.untilDelivery(await room.emit(submission), { state: 'delivered' })
    for (const overlapSeconds of [0, 60]) {
      const issued = await write((context) => rotateSecret({ endpointId, overlapSeconds }, context))
      if (!issued.ok) throw new Error('The secret was not rotated.')
      receiver.secrets.get('hook')?.push(issued.secret)
      await room.untilDelivery(await room.emit(submission), { state: 'delivered' })
    }
    expect(receiver.unverified).toEqual([])
    expect(await report(room)).toEqual([])
  })

  it('gives the events of a submission growing timestamps, however the clock is set', async () => {
    const room = await openScene()
    await room.work()
    const { submission } = await room.makeParty()
    for (const jumpMs of [0, -hourMs, hourMs, -hourMs, -hourMs]) {
      room.clock.jump(jumpMs)
      await room.emit(submission)
    }
    const stamps = room.journal.acked().map(({ timestamp }) => timestamp)
    expect(stamps.toSorted()).toEqual(stamps)
    expect(new Set(stamps).size).toBe(5)
    const arrived = async () => {
      await room.makeDue()
      return room.receiver.effects.size === 5
    }
    room.clock.jump(2 * hourMs)
    await until(arrived, { what: 'all events' })
  })
})
