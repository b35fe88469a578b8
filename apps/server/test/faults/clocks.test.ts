import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { addMutant } from './add-mutant.ts'
import { dayMs, hourMs, type Room, useRooms } from './open-room.ts'

const { openRoom } = useRooms('embedded')

describe('F8 a clock that is set', () => {
  const jumps: [says: string, jumpMs: number][] = [
    ['an hour ahead', hourMs],
    ['an hour back', -hourMs],
  ]

  /** Seconds until the job of a delivery may be taken, on the clock of the store. */
  async function secondsUntilDue({ database }: Room, id: string): Promise<number> {
    const text = `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
      where data ->> 'deliveryId' = $1 and state < 'active'`
    const [row] = await database.query<{ seconds: number }>(text, [id])
    return row?.seconds ?? Number.NaN
  }

  it.each(jumps)('%s: neither hurries nor delays an old or new delivery', async (_, jumpMs) => {
    const room = await openRoom()
    room.answer.status = 500
    await room.work()
    const id = await room.emit(room.submission)
    await room.untilDelivery(id, { attempts: 1 })
    const before = await secondsUntilDue(room, id)
    room.jump(jumpMs)
    // The sweep does not mistake the shifted due time for a lost job.
    await room.sweep()
    await room.wake()
    // A newer delivery is sent at once and retried after its step, so the worker has looked for due jobs.
    const other = await room.emit(await room.makeSubmission())
    await room.untilDelivery(other, { attempts: 1 })
    const [, stepSeconds = 0] = constants.retryDelaysSeconds
    const seconds = await secondsUntilDue(room, other)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(stepSeconds * (1 + constants.retryJitterRatio))
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', attempts: 1, jobs: 1 })
    expect(await secondsUntilDue(room, id)).toBeLessThanOrEqual(before)
    room.answer.status = 202
    // If the clock was set back, the first event is in the future and waits for the clock.
    if (jumpMs < 0) room.jump(-jumpMs)
    await room.makeDue()
    for (const one of [id, other]) await room.untilDelivery(one, { state: 'delivered' })
    expect(room.receiver.arrivals).toHaveLength(4)
  })
})

describe('F25 a sender whose clock was ahead', () => {
  /** The statements that operating.md recommends for timestamps far in the future. */
  const advised =
    /```sql\n([^`]*)```/
      .exec(readFileSync(join(import.meta.dirname, '../../operating.md'), 'utf8'))?.[1]
      ?.split(';')
      .filter((one) => one.trim()) ?? []

  /** A room with an event from when the clock was ahead; the clock is right again. */
  async function openLateRoom(leadMs: number) {
    const room = await openRoom()
    room.jump(leadMs)
    const ahead = await room.emit(room.submission, 'AHEAD')
    room.jump(-leadMs)
    return { ...room, ahead }
  }

  async function passAndMakeDue(room: Room, ms: number) {
    room.pass(ms)
    await room.makeDue()
  }

  const untilAlarms = ({ logs }: Room, count: number) =>
    until(() => logs.filter((line) => line.includes('"event":"too-early"')).length >= count, {
      what: `alarms of deliveries that wait for the clock: ${count}`,
    })

  it('D-014 delivers everything in order once time catches up', async () => {
    const room = await openLateRoom(hourMs)
    const { emit, submission, read } = room
    const ids = [room.ahead, await emit(submission, 'SECOND'), await emit(submission, 'THIRD')]
    await room.work()
    await untilAlarms(room, 3)
    for (const id of ids) {
      expect(await room.delivery(id)).toMatchObject({ state: 'pending', jobs: 1 })
    }
    expect(room.receiver.arrivals).toEqual([])
    // Other submissions do not wait.
    const other = await emit(await room.makeSubmission())
    await room.untilDelivery(other, { state: 'delivered' })
    await room.sweep()
    expect(read.size).toBe(1)
    await passAndMakeDue(room, hourMs)
    for (const id of ids) await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect(read.size).toBe(4)
    // The newest status has the newest timestamp, so no older one can supersede it.
    const stamps = room.journal.acked().map(({ timestamp }) => timestamp)
    expect(stamps.slice(0, 3).toSorted()).toEqual(stamps.slice(0, 3))
  })

  it.each([
    ['before', false],
    ['while', true],
  ])('D-014 resends an event that was accepted %s the clock was set back', async (_, isAmid) => {
    const room = await openRoom()
    room.jump(hourMs)
    let isFirst = true
    await room.work({
      async send(delivery, signal) {
        const made = await room.send(delivery, signal)
        if (isFirst && isAmid) room.jump(-hourMs)
        isFirst = false
        return made
      },
    })
    const ahead = await room.emit(room.submission, 'AHEAD')
    if (!isAmid) {
      await room.untilDelivery(ahead, { state: 'delivered' })
      room.jump(-hourMs)
      await room.sweep()
    }
    await room.untilDelivery(ahead, { state: 'pending', attempts: 1, jobs: 1 })
    const later = await room.emit(room.submission, 'LATER')
    await untilAlarms(room, 2)
    expect(room.read.size).toBe(0)
    expect(await room.delivery(later)).toMatchObject({ state: 'pending', attempts: 0 })
    await passAndMakeDue(room, hourMs)
    await room.untilDelivery(ahead, { state: 'delivered', attempts: 2 })
    await room.untilDelivery(later, { state: 'delivered', attempts: 1 })
    await room.sweep()
    expect(room.read.size).toBe(2)
    expect(await room.delivery(ahead)).toMatchObject({ state: 'delivered' })
  })

  it('D-013 probes a disabled endpoint with an event that is not early', async () => {
    const room = await openLateRoom(400 * dayMs)
    // The oldest event that will be held, and it is early.
    const second = await room.emit(room.submission, 'SECOND')
    await room.work()
    room.answer.status = constants.endpointGoneStatus
    const other = await room.emit(await room.makeSubmission())
    await room.untilEndpoint(room.endpointId, { state: 'disabled', isProbed: true })
    room.answer.status = 202
    await room.makeDue()
    await room.untilDelivery(other, { state: 'delivered' })
    expect(await room.endpoint(room.endpointId)).toMatchObject({ state: 'enabled' })
    expect(await room.delivery(second)).toMatchObject({ state: 'pending', attempts: 0 })
    expect(room.read.size).toBe(1)
  })

  it('F25 finds the mutant that sends early events: one arrives and is set aside', async () => {
    const room = await openLateRoom(hourMs)
    await room.work({ database: addMutant(room.database, 'sends what is ahead') })
    await until(() => room.receiver.arrivals.length > 0, { what: 'an arrival' })
    expect(room.read.size).toBe(0)
  })

  it('the recommended statements for a huge lead make the next event go at once', async () => {
    const room = await openLateRoom(400 * dayMs)
    expect(advised).toHaveLength(2)
    for (const statement of advised) await room.database.query(statement)
    await room.work()
    const next = await room.emit(room.submission, 'NEXT')
    await room.untilDelivery(next, { state: 'delivered' })
    expect(room.read.size).toBe(1)
    expect(await room.delivery(room.ahead)).toMatchObject({ state: 'dead-letter', attempts: 0 })
  })
})
