import { storeKinds } from '@partner-platform/database/testing'
import { constants } from '@partner-platform/types'
import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { disableEndpoint, enableEndpoint } from '../../src/platform/endpoints.ts'
import { replayDeliveries, replayDelivery } from '../../src/platform/replay.ts'
import { addMutant } from './add-mutant.ts'
import { openRoom } from './open-room.ts'
import { useStore } from './use-store.ts'

const gone = constants.endpointGoneStatus
const dayMs = 86_400_000
const lifeMs = constants.deliveryAgeLimitSeconds * 1000

describe.each(storeKinds)('F24 the life of an event (%s)', (kind) => {
  const store = useStore(kind)

  /** A room whose receiver answers 202, and reads only what is not too old, as D-005 says. */
  async function openScene() {
    const answer = { status: 202 }
    const read = new Set<string>()
    const database = await store.empty()
    const room = await openRoom(
      {
        database,
        answer({ event }) {
          const ageMs = room.clock.wallMs() - Date.parse(event.slice(event.indexOf(' ') + 1))
          const isRead = ageMs <= constants.timestampAgeLimitSeconds * 1000
          if (isRead && answer.status === 202) read.add(event)
          return { ...answer }
        },
      },
      { onTestFinished },
    )
    const party = await room.makeParty()
    /** Events that are neither read nor a dead letter with a reason. */
    async function findUnseen(): Promise<string[]> {
      const rows = await database.query<{ event: string; isDead: boolean }>(
        `select events.submission_id || ' ' ||
            to_char(events.timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as event,
          state = 'dead-letter' and dead_letter_reason is not null as "isDead"
        from deliveries join events on events.id = event_id`,
      )
      return rows.flatMap(({ event, isDead }) => (isDead || read.has(event) ? [] : [event]))
    }
    const operate = (operation: typeof enableEndpoint) =>
      room.write((context) => operation(party.endpointId, context))
    const reason = async (id: string) =>
      (
        await database.query<{ reason: string }>(
          'select dead_letter_reason as reason from deliveries where id = $1',
          [id],
        )
      )[0]?.reason
    return {
      ...{ ...room, ...party, answer, read, findUnseen, reason },
      enable: () => operate(enableEndpoint),
      disable: () => operate(disableEndpoint),
      replay: (deliveryId: string, sendExpired = false) =>
        room.write((context) => replayDelivery({ deliveryId, sendExpired }, context)),
    }
  }

  it('D-013 disabling an endpoint again and again makes no event older than receivers allow', async () => {
    const room = await openScene()
    const { emit, submission, clock } = room
    await room.disable()
    const old = await emit(submission, 'OLD')
    // No worker runs, so nothing is sent while the endpoint is enabled.
    for (let days = 0; days < 28; days += 7) {
      clock.jump(7 * dayMs)
      await room.enable()
      await room.disable()
      await room.sweep()
      expect(await room.delivery(old)).toMatchObject({ state: 'held' })
    }
    const young = await emit(submission, 'YOUNG')
    clock.jump(dayMs)
    await room.sweep()
    expect(await room.delivery(old)).toMatchObject({ state: 'dead-letter', jobs: 0 })
    expect(await room.reason(old)).toBe('expired')
    await room.work()
    await room.enable()
    await room.untilDelivery(young, { state: 'delivered' })
    expect(await room.findUnseen()).toEqual([])
  })

  it('D-013 an event that expired while it was held is not sent when the endpoint is enabled', async () => {
    const room = await openScene()
    const { emit, submission, clock } = room
    await room.disable()
    const old = await emit(submission, 'OLD')
    clock.jump(lifeMs - 60_000)
    const young = await emit(submission, 'YOUNG')
    clock.jump(60_000)
    await room.work()
    await room.enable()
    await room.untilDelivery(young, { state: 'delivered' })
    expect(await room.delivery(old)).toMatchObject({ state: 'dead-letter', attempts: 0, jobs: 0 })
    expect(await room.findUnseen()).toEqual([])
  })

  it('D-012 an event that expired before a worker came to it is not sent', async () => {
    const room = await openScene()
    const { emit, submission, clock, receiver } = room
    const id = await emit(submission)
    clock.jump(lifeMs)
    await room.work()
    await room.untilDelivery(id, { state: 'dead-letter', attempts: 0, jobs: 0 })
    expect(receiver.arrivals).toEqual([])
    expect(await room.findUnseen()).toEqual([])
  })

  it('F24 finds the mutant that sends what has expired: it is delivered and unread', async () => {
    const room = await openScene()
    const { emit, submission, clock, database } = room
    const id = await emit(submission)
    clock.jump(lifeMs + 2 * dayMs)
    await room.work({ database: addMutant(database, 'sends what has expired') })
    await room.untilDelivery(id, { state: 'delivered' })
    expect(await room.findUnseen()).toHaveLength(1)
  })

  it('D-013 a probe passes over what has expired', async () => {
    const room = await openScene()
    const { answer, emit, submission, endpointId, clock } = room
    await room.work()
    answer.status = gone
    const old = await emit(submission, 'OLD')
    await room.untilEndpoint(endpointId, { state: 'disabled', isProbed: true })
    clock.jump(lifeMs)
    const young = await emit(submission, 'YOUNG')
    answer.status = 202
    await room.makeDue()
    await room.untilDelivery(young, { state: 'delivered', attempts: 1 })
    expect(await room.delivery(old)).toMatchObject({ state: 'dead-letter', attempts: 1 })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled' })
    expect(await room.findUnseen()).toEqual([])
  })

  it('D-012 a replay refuses what has expired, unless it is to be sent all the same', async () => {
    const room = await openScene()
    const { emit, submission, clock, read } = room
    await room.disable()
    const id = await emit(submission)
    clock.jump(lifeMs)
    await room.sweep()
    await room.work()
    await room.enable()
    expect(await room.replay(id)).toEqual({ ok: false, code: 'event-expired' })
    expect(await room.delivery(id)).toMatchObject({ state: 'dead-letter', jobs: 0 })
    const range = { state: 'dead-letter', from: new Date(0), to: new Date(clock.wallMs()) } as const
    const replayed = await room.write((context) => replayDeliveries(range, context))
    expect(replayed).toEqual({ ok: true, count: 0, expired: 1 })
    expect(await room.findUnseen()).toEqual([])
    // The receiver still takes it: a day lies between the limits of sender and receiver.
    expect(await room.replay(id, true)).toMatchObject({ ok: true, delivery: { attempts: 0 } })
    await room.untilDelivery(id, { state: 'delivered' })
    expect(read.size).toBe(1)
    // That it was sent once is no leave to send it again.
    clock.jump(2 * dayMs)
    expect(await room.replay(id)).toEqual({ ok: false, code: 'event-expired' })
    const ended = { ...range, state: 'delivered', to: new Date(clock.wallMs()) } as const
    const again = await room.write((context) => replayDeliveries(ended, context))
    expect(again).toEqual({ ok: true, count: 0, expired: 1 })
    expect(await room.replay(id, true)).toMatchObject({ ok: true })
  })

  it('D-012 a dead letter that is replayed while it is being forgotten stays', async () => {
    // On the embedded store one transaction follows the other.
    if (kind === 'embedded') return
    const room = await openScene()
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

  it('D-012 a dead letter that is young enough is replayed, in the rest of its life', async () => {
    const room = await openScene()
    const { emit, submission, clock, database } = room
    const id = await emit(submission)
    const end = `update deliveries set state = 'dead-letter', step = 10, attempts = 10,
      due_at = null, ended_at = now(), dead_letter_reason = 'failed' where id = $1`
    await database.query(end, [id])
    clock.jump(lifeMs - dayMs)
    await room.disable()
    expect(await room.replay(id)).toMatchObject({ ok: true, delivery: { state: 'held' } })
    clock.jump(dayMs)
    await room.sweep()
    expect(await room.delivery(id)).toMatchObject({ state: 'dead-letter', attempts: 10 })
    expect(await room.reason(id)).toBe('expired')
    expect(await room.findUnseen()).toEqual([])
  })

  it('D-012 an attempt that was in flight when its event expired still counts', async () => {
    const room = await openScene()
    const { emit, submission, clock, database, send } = room
    const id = await emit(submission)
    await room.work({
      async send(delivery, signal) {
        clock.jump(lifeMs)
        await room.sweep()
        expect(await room.delivery(id)).toMatchObject({ state: 'dead-letter' })
        return send(delivery, signal)
      },
    })
    await room.untilDelivery(id, { state: 'delivered', attempts: 1, jobs: 0 })
    expect(await database.query('select 1 from flights')).toEqual([])
    expect(await room.findUnseen()).toEqual([])
  })
})
