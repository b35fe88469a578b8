import { until } from '@partner-platform/settings/testing'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { updateEndpoint } from '../../src/platform/endpoints.ts'
import { defaultLeaseSeconds, type ServerDatabase } from '../../src/store/open-store.ts'
import type { Answer } from '../../src/testing/start-effect-receiver.ts'
import { copyDelivery } from '../platform/start-platform.ts'
import { addMutant } from './add-mutant.ts'
import { dayMs, useRooms } from './open-room.ts'

const { openRoom } = useRooms('embedded')
const gone = constants.endpointGoneStatus
const lifeMs = constants.deliveryAgeLimitSeconds * 1000

const states = ({ query }: ServerDatabase) =>
  query('select state, count(*)::integer as count from deliveries group by state')

describe('the life of an endpoint', () => {
  it('D-010, D-013 is disabled by 410, holds, probes with the oldest, and releases all on success', async () => {
    const room = await openRoom()
    const { answer, emit, endpointId, submission } = room
    await room.work()
    answer.status = gone
    const oldest = await emit(submission, 'FIRST')
    await room.untilEndpoint(endpointId, { state: 'disabled', reason: 'gone', isProbed: true })
    const ids = [oldest, await emit(submission, 'SECOND'), await emit(submission, 'THIRD')]
    for (const id of ids) {
      expect(await room.delivery(id)).toMatchObject({ state: 'held', jobs: 0 })
    }
    // A failed probe uses no step and is repeated a day later.
    answer.status = 500
    const { step } = await room.delivery(oldest)
    room.pass(dayMs)
    await room.makeDue()
    await room.untilDelivery(oldest, { attempts: 2 })
    expect(await room.delivery(oldest)).toMatchObject({ state: 'held', step })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'disabled', isProbed: true })
    answer.status = 202
    room.pass(dayMs)
    await room.makeDue()
    for (const id of ids) await room.untilDelivery(id, { state: 'delivered' })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled', isProbed: false })
    expect(await room.attempts(oldest)).toEqual([
      `scheduled refused ${gone}`,
      'probe refused 500',
      'probe accepted 202',
    ])
    expect(room.receiver.arrivals).toHaveLength(5)
    await room.check()
  })

  it('D-013 sends nothing that is about to be held', async () => {
    const room = await openRoom()
    const { database } = room
    const id = await room.emit(room.submission)
    await copyDelivery(database, id, 1_000)
    // This delivery is the last: a job holds it, and that job is queued after its own.
    const later = `update deliveries set created_at = now() + interval '1 s' where id = $1`
    await database.query(later, [id])
    await room.disable()
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', jobs: 1 })
    await room.work()
    await room.untilDelivery(id, { state: 'held' })
    expect(await states(database)).toEqual([{ state: 'held', count: 1_001 }])
    expect(room.receiver.arrivals).toEqual([])
  })

  it('D-013 gives up any number of expired deliveries', async () => {
    const room = await openRoom()
    await room.disable()
    await copyDelivery(room.database, await room.emit(room.submission), 1_000)
    room.pass(lifeMs + 60_000)
    await room.sweep()
    expect(await states(room.database)).toEqual([{ state: 'dead-letter', count: 1_001 }])
  })

  it('I6 replaces a lost probe', async () => {
    const room = await openRoom()
    await room.work()
    room.answer.status = gone
    const id = await room.emit(room.submission)
    await room.untilEndpoint(room.endpointId, { state: 'disabled' })
    room.answer.status = 202
    await room.database.query(`delete from pgboss.job where data ->> 'kind' = 'probe'`)
    room.pass(dayMs + 600_000)
    await room.sweep()
    await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
    expect(await room.endpoint(room.endpointId)).toMatchObject({ state: 'enabled' })
    await room.check()
  })

  it('D-013 a probe that found nothing to send ends when its endpoint is enabled', async () => {
    const room = await openRoom()
    const { answer, endpointId, database } = room
    // A person enables the endpoint after the probe found nothing and before it is postponed.
    let isAmid = false
    const transaction: ServerDatabase['transaction'] = async (work) => {
      if (isAmid) {
        isAmid = false
        await room.enable()
      }
      return database.transaction(work)
    }
    await room.work({ database: { ...database, transaction } })
    answer.status = gone
    const id = await room.emit(room.submission)
    await room.untilEndpoint(endpointId, { state: 'disabled', isProbed: true })
    room.pass(lifeMs + 60_000)
    await room.sweep()
    await room.untilDelivery(id, { state: 'dead-letter' })
    isAmid = true
    await room.makeDue()
    await room.untilEndpoint(endpointId, { state: 'enabled' })
    const probes = `select 1 from pgboss.job where data ->> 'kind' = 'probe' and state < 'completed'`
    const isOver = async () => (await database.query(probes)).length === 0
    await until(isOver, { what: 'the end of the probe' })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled', isProbed: false })
    answer.status = 202
    await room.replay(id, true)
    await room.untilDelivery(id, { state: 'delivered' })
    await room.check()
  })
})

describe('F24 the life of an event', () => {
  it('D-012 an event that expired before a worker took it is not sent', async () => {
    const room = await openRoom()
    const id = await room.emit(room.submission)
    room.pass(lifeMs)
    await room.work()
    const expired = { state: 'dead-letter', reason: 'expired', attempts: 0, jobs: 0 }
    await room.untilDelivery(id, expired)
    expect(room.receiver.arrivals).toEqual([])
  })

  it('F24 finds the mutant that sends expired events: one is delivered and set aside', async () => {
    const room = await openRoom()
    const id = await room.emit(room.submission)
    room.pass(lifeMs + 2 * dayMs)
    await room.work({ database: addMutant(room.database, 'sends what has expired') })
    await room.untilDelivery(id, { state: 'delivered' })
    expect(room.read.size).toBe(0)
  })

  it('D-012 deliveries and events that ended long ago are deleted, and no others', async () => {
    const room = await openRoom()
    await room.work()
    const old = await room.emit(room.submission, 'OLD')
    await room.untilDelivery(old, { state: 'delivered' })
    room.pass(constants.deadLetterRetentionSeconds * 1000 + 60_000)
    const young = await room.emit(room.submission, 'YOUNG')
    await room.untilDelivery(young, { state: 'delivered' })
    await room.sweep()
    await expect(room.delivery(old)).rejects.toThrow('not there')
    expect(await room.delivery(young)).toMatchObject({ state: 'delivered' })
    expect(await room.database.query('select 1 from events')).toHaveLength(1)
  })
})

describe('an endpoint that gets a new URL', () => {
  it.each<[string, NonNullable<Answer>]>([
    ['410', { status: gone }],
    ['503 and a pause', { status: 503, headers: { 'retry-after': '100000' } }],
  ])('D-013 is not judged by the old one: %s is only a failed step', async (_, answer) => {
    const room = await openRoom({ keeps: ({ endpoint }) => endpoint === 'hook' })
    await room.work()
    const { endpointId, receiver } = room
    const id = await room.emit(room.submission)
    await room.untilOpen(1)
    receiver.secrets.set('new', receiver.secrets.get('hook') ?? [])
    const changed = { endpointId, url: receiver.urlOf('new') }
    expect(await room.write((context) => updateEndpoint(changed, context))).toMatchObject({
      ok: true,
    })
    const next = await room.emit(await room.makeSubmission())
    await room.untilDelivery(next, { state: 'delivered' })
    room.open[0]?.give(answer)
    await room.untilDelivery(id, { attempts: 1, state: 'pending', step: 2, jobs: 1 })
    expect(await room.delivery(id)).toMatchObject({ outcome: 'refused', status: answer.status })
    expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled', failures: 0 })
    await room.makeDue()
    await room.untilDelivery(id, { state: 'delivered', attempts: 2 })
  })
})

it('F2 a start on an embedded store takes back at once what a dead worker had in flight', async () => {
  const room = await openRoom({ keeps: () => true })
  // This worker never gets an answer, as if it had been killed.
  await room.work()
  const id = await room.emit(room.submission)
  await room.untilOpen(1)
  await room.work()
  const timeoutMs = (defaultLeaseSeconds * 1000) / 2
  await until(() => room.open.length === 2, { what: 'an attempt before the lease ends', timeoutMs })
  room.open[1]?.give({ status: 202 })
  await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
})
