import { storeKinds } from '@partner-platform/database/testing'
import { constants } from '@partner-platform/types'
import { describe, expect, it, onTestFinished } from 'vitest'
import { disableEndpoint, enableEndpoint } from '../../src/platform/endpoints.ts'
import { replayDeliveries, replayDelivery } from '../../src/platform/replay.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { audit } from '../../src/testing/audit.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { openRoom } from './open-room.ts'
import { useStore } from './use-store.ts'

const gone = constants.endpointGoneStatus
const dayMs = 86_400_000
const steps = constants.retryDelaysSeconds.length
const wholeTime = { from: new Date(0), to: new Date(Date.now() + 365 * dayMs) }

describe.each(storeKinds)('the life of an endpoint (%s)', (kind) => {
  const store = useStore(kind)

  /** A room with a party, a worker, and a receiver that answers what the test says. */
  async function openScene({ isWorking = true } = {}) {
    const answer = { status: 202 }
    const database = await store.empty()
    const room = await openRoom({ database, answer: () => ({ ...answer }) }, { onTestFinished })
    const party = await room.makeParty()
    if (isWorking) await room.work()
    const check = async () => {
      const { problems } = await audit({ query: room.database.query, ...room })
      // Here attempts fail on purpose: what else is wrong?
      expect(problems.filter((one) => !one.includes('attempts that do not fit'))).toEqual([])
      expect(findLeaks(room.logs)).toEqual([])
    }
    return { ...room, ...party, answer, check }
  }

  it('D-010 D-013 disables at 410, holds, probes with the oldest, and releases all after a success', async () => {
    const room = await openScene()
    const { answer, emit, endpointId, submission, clock, receiver } = room
    answer.status = gone
    const oldest = await emit(submission, 'FIRST')
    await room.untilEndpoint(endpointId, { state: 'disabled', reason: 'gone', isProbed: true })
    const others = [await emit(submission, 'SECOND'), await emit(submission, 'THIRD')]
    for (const id of [oldest, ...others]) {
      expect(await room.delivery(id)).toMatchObject({ state: 'held', jobs: 0 })
    }
    // A probe that fails costs no step and comes again a day later.
    answer.status = 500
    const before = await room.delivery(oldest)
    clock.jump(dayMs)
    await room.makeDue()
    await room.untilDelivery(oldest, { attempts: 2 })
    expect(await room.delivery(oldest)).toMatchObject({ state: 'held', step: before.step })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'disabled', isProbed: true })
    answer.status = 202
    clock.jump(dayMs)
    await room.makeDue()
    for (const id of [oldest, ...others]) await room.untilDelivery(id, { state: 'delivered' })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled', isProbed: false })
    expect(await room.attempts(oldest)).toEqual([
      `scheduled refused ${gone}`,
      'probe refused 500',
      'probe accepted 202',
    ])
    expect(receiver.arrivals).toHaveLength(5)
    await room.check()
  })

  it('D-012 gives up after the last step with the same bytes each time; one and a range are replayed', async () => {
    const room = await openScene()
    const { answer, emit, makeSubmission, submission, receiver, write } = room
    answer.status = 500
    const [first, ...others] = [
      await emit(submission),
      await emit(await makeSubmission()),
      await emit(await makeSubmission()),
    ]
    for (let attempts = 1; attempts <= steps; attempts++) {
      for (const id of [first, ...others]) await room.untilDelivery(String(id), { attempts })
      await room.makeDue()
    }
    for (const id of [first, ...others]) {
      expect(await room.delivery(String(id))).toMatchObject({ state: 'dead-letter', jobs: 0 })
    }
    expect(receiver.arrivals).toHaveLength(3 * steps)
    expect(receiver.effects.size).toBe(3)
    answer.status = 202
    const replayed = await write((context) =>
      replayDelivery({ deliveryId: String(first) }, context),
    )
    expect(replayed).toMatchObject({ ok: true })
    await room.untilDelivery(String(first), { state: 'delivered', attempts: steps + 1, step: 1 })
    const range = await write((context) =>
      replayDeliveries({ state: 'dead-letter', ...wholeTime }, context),
    )
    expect(range).toEqual({ ok: true, count: 2, expired: 0 })
    for (const id of others) await room.untilDelivery(String(id), { state: 'delivered' })
    expect(receiver.effects.size).toBe(3)
    await room.check()
  })

  it('D-013 disables what has failed for too long, and a person enables it', async () => {
    const room = await openScene()
    const { answer, emit, submission, endpointId, clock, write } = room
    answer.status = 500
    const id = await emit(submission)
    for (let attempts = 1; attempts < constants.disableAfterAttempts; attempts++) {
      await room.untilDelivery(id, { attempts })
      // The last attempt of the schedule comes when the endpoint has failed for long enough.
      clock.jump((constants.disableAfterSeconds * 1000) / (steps - 2))
      await room.makeDue()
    }
    await room.untilEndpoint(endpointId, { state: 'disabled', reason: 'failing', isProbed: true })
    const held = await emit(submission, 'HELD')
    expect(await room.delivery(held)).toMatchObject({ state: 'held', jobs: 0 })
    answer.status = 202
    expect(await write((context) => enableEndpoint(endpointId, context))).toMatchObject({
      ok: true,
    })
    await room.untilDelivery(held, { state: 'delivered', attempts: 1 })
    const replayed = await write((context) => replayDelivery({ deliveryId: id }, context))
    expect(replayed).toMatchObject({ ok: true })
    await room.untilDelivery(id, { state: 'delivered' })
    await room.check()
  })

  /** Copies of a delivery, as many more changes of status would have left; without jobs. */
  const copies = `insert into deliveries select gen_random_uuid(), event_id, endpoint_id, submission_id,
      partner_id, environment, state, step, attempts, due_at, ended_at, last_outcome, last_status, created_at, expires_at,
      dead_letter_reason, opens_at
    from deliveries, generate_series(1, $2::integer) where id = $1`
  const states = (database: ServerDatabase) =>
    database.query('select state, count(*)::integer as count from deliveries group by state')

  it('D-013 sends nothing that is yet to be held', async () => {
    const room = await openScene({ isWorking: false })
    const { emit, submission, endpointId, database, write, receiver } = room
    const id = await emit(submission)
    await database.query(copies, [id, 1_000])
    // Its own delivery is the last: held by a job, behind its own.
    await database.query(
      `update deliveries set created_at = now() + interval '1 s' where id = $1`,
      [id],
    )
    await write((context) => disableEndpoint(endpointId, context))
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', jobs: 1 })
    await room.work()
    await room.untilDelivery(id, { state: 'held' })
    expect(await states(database)).toEqual([{ state: 'held', count: 1_001 }])
    expect(receiver.arrivals).toEqual([])
  })

  it('D-013 gives up what has expired, however much it is', async () => {
    const room = await openScene()
    const { answer, emit, submission, clock, database } = room
    answer.status = gone
    const id = await emit(submission)
    await room.untilDelivery(id, { state: 'held' })
    await database.query(copies, [id, 1_000])
    clock.jump(constants.deliveryAgeLimitSeconds * 1000 + 60_000)
    await room.sweep()
    expect(await states(database)).toEqual([{ state: 'dead-letter', count: 1_001 }])
  })

  it('I6 gives a delivery whose job was lost a new one', async () => {
    const room = await openScene()
    const { answer, emit, submission, clock, database, wake } = room
    answer.status = 500
    const id = await emit(submission)
    await room.untilDelivery(id, { attempts: 1, jobs: 1 })
    answer.status = 202
    await database.query(`delete from pgboss.job where data ->> 'deliveryId' = $1`, [id])
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', jobs: 0 })
    await room.sweep()
    await wake()
    // Not overdue yet: the job could be on its way.
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', jobs: 0 })
    clock.jump(600_000)
    await room.sweep()
    await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
    await room.sweep()
    expect(await room.delivery(id)).toMatchObject({ state: 'delivered', jobs: 0 })
    await room.check()
  })

  it('I6 gives an endpoint whose probe was lost a new one', async () => {
    const room = await openScene()
    const { answer, emit, submission, endpointId, clock, database } = room
    answer.status = gone
    const id = await emit(submission)
    await room.untilEndpoint(endpointId, { state: 'disabled' })
    answer.status = 202
    await database.query(`delete from pgboss.job where data ->> 'kind' = 'probe'`)
    clock.jump(dayMs + 600_000)
    await room.sweep()
    await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled' })
    await room.check()
  })

  it('D-013 a probe that found nothing to send does not outlive the end of its endpoint’s trouble', async () => {
    const room = await openScene({ isWorking: false })
    const { answer, emit, submission, endpointId, clock, database, write } = room
    // Between the look for something to send and the note that there was nothing, a person enables it.
    let isAmid = false
    const transaction: ServerDatabase['transaction'] = async (work) => {
      if (isAmid) {
        isAmid = false
        await write((context) => enableEndpoint(endpointId, context))
      }
      return database.transaction(work)
    }
    await room.work({ database: { ...database, transaction } })
    answer.status = gone
    const id = await emit(submission)
    await room.untilEndpoint(endpointId, { state: 'disabled', isProbed: true })
    clock.jump(constants.deliveryAgeLimitSeconds * 1000 + 60_000)
    await room.sweep()
    await room.untilDelivery(id, { state: 'dead-letter' })
    isAmid = true
    await room.makeDue()
    await room.untilEndpoint(endpointId, { state: 'enabled' })
    const probes = `select 1 from pgboss.job where data ->> 'kind' = 'probe' and state < 'completed'`
    const hasProbe = async () => (await database.query(probes)).length > 0
    await room.until(async () => !(await hasProbe()), { what: 'the end of the probe' })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled', isProbed: false })
    answer.status = 202
    await write((context) => replayDelivery({ deliveryId: id, sendExpired: true }, context))
    await room.untilDelivery(id, { state: 'delivered' })
    await room.check()
  })

  it('D-012 forgets deliveries and events that ended long ago, and no others', async () => {
    const room = await openScene()
    const { emit, submission, clock, database } = room
    const old = await emit(submission, 'OLD')
    await room.untilDelivery(old, { state: 'delivered' })
    clock.jump(constants.deadLetterRetentionSeconds * 1000 + 60_000)
    const young = await emit(submission, 'YOUNG')
    await room.untilDelivery(young, { state: 'delivered' })
    await room.sweep()
    await expect(room.delivery(old)).rejects.toThrow()
    expect(await room.delivery(young)).toMatchObject({ state: 'delivered' })
    const rows = await database.query<{ count: number }>(
      'select count(*)::integer as count from events',
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})
