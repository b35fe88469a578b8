import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeKinds } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, expect, it, onTestFinished } from 'vitest'
import { disableEndpoint, enableEndpoint } from '../../src/platform/endpoints.ts'
import { addMutant } from './add-mutant.ts'
import { openRoom } from './open-room.ts'
import { useStore } from './use-store.ts'

const hourMs = 3_600_000
const readme = readFileSync(join(import.meta.dirname, '../../operating.md'), 'utf8')
/** What operating.md advises for timestamps far in the future. */
const advised = (/```sql\n([^`]*)```/.exec(readme)?.[1] ?? '')
  .split(';')
  .filter((one) => one.trim())
const leads: [says: string, leadMs: number][] = [
  ['an hour', hourMs],
  ['400 days', 400 * 24 * hourMs],
]

describe.each(storeKinds)('F25 a sender whose clock was ahead (%s)', (kind) => {
  const store = useStore(kind)

  /** The receiver has a clock of its own, which is right, and reads what D-005 lets it read. */
  async function openScene() {
    const answer = { status: 202 }
    const read: string[] = []
    const superseded: string[] = []
    const newest = new Map<string, number>()
    const right = { offsetMs: 0 }
    const receiver = ({ event, submission }: { event: string; submission: string }) => {
      const atMs = Date.parse(event.slice(event.indexOf(' ') + 1))
      const aheadMs = atMs - (Date.now() + right.offsetMs)
      const isRead =
        aheadMs <= constants.timestampFutureLimitSeconds * 1000 &&
        -aheadMs <= constants.timestampAgeLimitSeconds * 1000
      if (isRead && answer.status === 202 && !read.includes(event)) {
        read.push(event)
        if (atMs < (newest.get(submission) ?? atMs)) superseded.push(event)
        newest.set(submission, Math.max(newest.get(submission) ?? atMs, atMs))
      }
      return { ...answer }
    }
    const room = await openRoom(
      { database: await store.empty(), answer: receiver },
      { onTestFinished },
    )
    const party = await room.makeParty()
    return {
      ...{ ...room, ...party, answer, read, superseded },
      /** Real time passes, for the sender and the receiver. */
      async pass(ms: number) {
        room.clock.jump(ms)
        right.offsetMs += ms
        await room.makeDue()
      },
      operate: (operation: typeof enableEndpoint) =>
        room.write((context) => operation(party.endpointId, context)),
      /** Deliveries that the store calls delivered. */
      delivered: async () =>
        (await room.database.query(`select 1 from deliveries where state = 'delivered'`)).length,
      /** What was logged of deliveries that wait for the clock. */
      alarms: () => room.logs.filter((line) => line.includes('"event":"too-early"')),
    }
  }

  it.each(leads)(
    'D-014 delivers everything in order once time has caught up, %s ahead',
    async (_, leadMs) => {
      const room = await openScene()
      const { emit, submission, clock, read } = room
      clock.jump(leadMs)
      const ids = [await emit(submission, 'AHEAD')]
      clock.jump(-leadMs)
      ids.push(await emit(submission, 'SECOND'), await emit(submission, 'THIRD'))
      await room.work()
      await until(() => room.alarms().length >= 3, { what: 'three alarms' })
      for (const id of ids)
        expect(await room.delivery(id)).toMatchObject({ state: 'pending', jobs: 1 })
      expect(room.receiver.arrivals).toEqual([])
      // Other submissions do not wait.
      const other = await emit(await room.makeSubmission())
      await room.untilDelivery(other, { state: 'delivered' })
      await room.sweep()
      expect([await room.delivered(), read.length]).toEqual([1, 1])
      await room.pass(leadMs)
      for (const id of ids) await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
      expect(read).toHaveLength(4)
      // The newest status has the newest timestamp: nothing before it can supersede it.
      const stamps = room.journal
        .acked()
        .slice(0, 3)
        .map(({ timestamp }) => timestamp)
      expect(stamps.toSorted()).toEqual(stamps)
      expect(room.superseded).not.toContain(`${submission} ${stamps.at(-1)}`)
    },
  )

  it.each(leads)('D-014 sends again what was sent with a clock %s ahead', async (_, leadMs) => {
    const room = await openScene()
    const { emit, submission, clock, read } = room
    await room.work()
    clock.jump(leadMs)
    const ahead = await emit(submission, 'AHEAD')
    await room.untilDelivery(ahead, { state: 'delivered' })
    expect(read).toEqual([])
    clock.jump(-leadMs)
    await room.sweep()
    expect(await room.delivery(ahead)).toMatchObject({ state: 'pending', attempts: 1 })
    const later = await emit(submission, 'LATER')
    await until(() => room.alarms().length >= 2, { what: 'two alarms' })
    expect([await room.delivered(), read.length]).toEqual([0, 0])
    await room.pass(leadMs)
    await room.untilDelivery(ahead, { state: 'delivered', attempts: 2 })
    await room.untilDelivery(later, { state: 'delivered', attempts: 1 })
    await room.sweep()
    expect([await room.delivered(), read.length]).toEqual([2, 2])
  })

  it('D-014 sends again what was accepted while the clock was set back', async () => {
    const room = await openScene()
    const { emit, submission, clock, send, read } = room
    let isFirst = true
    clock.jump(hourMs)
    await room.work({
      async send(delivery, signal) {
        const made = await send(delivery, signal)
        if (isFirst) clock.jump(-hourMs)
        isFirst = false
        return made
      },
    })
    const id = await emit(submission)
    await room.untilDelivery(id, { state: 'pending', attempts: 1, jobs: 1 })
    expect(read).toEqual([])
    await room.pass(hourMs)
    await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
    expect(read).toHaveLength(1)
  })

  it('D-013 holds what is ahead for a disabled endpoint, and puts it off when that is enabled', async () => {
    const room = await openScene()
    const { emit, submission, clock, read } = room
    await room.operate(disableEndpoint)
    clock.jump(hourMs)
    const id = await emit(submission)
    clock.jump(-hourMs)
    await room.work()
    await room.operate(enableEndpoint)
    await until(() => room.alarms().length > 0, { what: 'an alarm' })
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', attempts: 0 })
    await room.pass(hourMs)
    await room.untilDelivery(id, { state: 'delivered' })
    expect(read).toHaveLength(1)
  })

  it('D-013 probes a disabled endpoint with what is not ahead', async () => {
    const room = await openScene()
    const { emit, submission, clock, answer, read } = room
    clock.jump(400 * 24 * hourMs)
    await emit(submission, 'AHEAD')
    clock.jump(-400 * 24 * hourMs)
    // The oldest of all that will be held, and ahead.
    const second = await emit(submission, 'SECOND')
    await room.work()
    answer.status = constants.endpointGoneStatus
    const other = await emit(await room.makeSubmission())
    await room.untilEndpoint(room.endpointId, { state: 'disabled', isProbed: true })
    answer.status = 202
    await room.makeDue()
    await room.untilDelivery(other, { state: 'delivered' })
    expect(await room.endpoint(room.endpointId)).toMatchObject({ state: 'enabled' })
    expect(await room.delivery(second)).toMatchObject({ state: 'pending', attempts: 0 })
    expect(read).toHaveLength(1)
  })

  it('F25 finds the mutant that sends what is ahead: it arrives and is not read', async () => {
    const room = await openScene()
    const { emit, submission, clock, database } = room
    clock.jump(hourMs)
    await emit(submission)
    clock.jump(-hourMs)
    await room.work({ database: addMutant(database, 'sends what is ahead') })
    await until(() => room.receiver.arrivals.length > 0, { what: 'an arrival' })
    expect(room.read).toEqual([])
  })

  it('the advice for a huge lead sends the next event at once', async () => {
    const room = await openScene()
    const { emit, submission, clock, database, read } = room
    const leadMs = 400 * 24 * hourMs
    clock.jump(leadMs)
    const stuck = await emit(submission, 'STUCK')
    clock.jump(-leadMs)
    expect(advised).toHaveLength(2)
    for (const statement of advised) await database.query(statement)
    await room.work()
    const next = await emit(submission, 'NEXT')
    await room.untilDelivery(next, { state: 'delivered' })
    expect(read).toHaveLength(1)
    expect(await room.delivery(stuck)).toMatchObject({ state: 'dead-letter', attempts: 0 })
  })
})
