import { storeKinds } from '@partner-platform/database/testing'
import { until } from '@partner-platform/settings/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SendWebhook } from '../../src/deliver/send-webhook.ts'
import { deliverQueue, type ServerDatabase } from '../../src/store/open-store.ts'
import { audit } from '../../src/testing/audit.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import type { Answer, Arrival } from '../../src/testing/start-effect-receiver.ts'
import { openRoom, type Room } from './open-room.ts'
import { useStore } from './use-store.ts'

const accepted = { status: 202 }
const overlapping = '× sent while another attempt for its submission was open'

describe.each(storeKinds)('one attempt at a time (%s)', (kind) => {
  const store = useStore(kind)

  /** A room whose receiver keeps every answer back until the test gives it. */
  async function openScene() {
    const open: { arrival: Arrival; give(answer: Answer): void }[] = []
    const answer = (arrival: Arrival) =>
      new Promise<Answer>((resolve) => void open.push({ arrival, give: resolve }))
    const room = await openRoom({ database: await store.empty(), answer }, { onTestFinished })
    return { ...room, ...(await room.makeParty()), open }
  }

  /** How many jobs are done: one that finds its submission in flight is put back as another. */
  async function countDone({ database }: Room): Promise<number> {
    const text = `select count(*)::integer as count from pgboss.job where state = 'completed'`
    const [row] = await database.query<{ count: number }>(text)
    return row?.count ?? 0
  }

  const report = async (room: Room) =>
    (await audit({ query: room.database.query, ...room })).problems

  it('D-014 sends the next event of a submission when the one before it is settled', async () => {
    const room = await openScene()
    const { emit, submission, makeSubmission, open, receiver } = room
    await room.work()
    const ids = [await emit(submission), await emit(submission), await emit(submission)]
    await until(() => open.length === 1, { what: 'the first attempt' })
    // The others came, found it in flight and were put back: both, more than once.
    await until(async () => (await countDone(room)) >= 4, { what: 'jobs that were put back' })
    expect(open).toHaveLength(1)
    // Another submission of the same endpoint does not wait.
    ids.push(await emit(await makeSubmission()))
    await until(() => open.length === 2, { what: 'the other submission' })
    for (let given = 0; given < ids.length; given++) {
      await until(() => open.length > given, { what: `attempt ${given + 1}` })
      open[given]?.give(accepted)
    }
    for (const id of ids) await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect(Math.max(...receiver.arrivals.map(({ together }) => together))).toBe(1)
    expect(await report(room)).toEqual([])
  })

  it('D-014 finds the mutant that does not look whether another attempt is in flight', async () => {
    const room = await openScene()
    const { emit, submission, open, database } = room
    let mutated = 0
    const query: ServerDatabase['query'] = (text, values) => {
      if (!text.includes('insert into flights')) return database.query(text, values)
      const mutant = text.replace('flights.until <= now()', 'true')
      if (mutant !== text) mutated += 1
      return database.query(mutant, values)
    }
    await room.work({ database: { ...database, query } })
    await emit(submission)
    await emit(submission)
    await until(() => open.length === 2, { what: 'both attempts' })
    for (const { give } of open) give(accepted)
    expect(mutated).toBeGreaterThan(0)
    expect(await report(room)).toContain(`1 ${overlapping}`)
  })

  /** A worker that has sent and stands still before it learns how that went, until it is woken. */
  function freezing(
    { send }: Room,
    { keepsLane = false, room }: { keepsLane?: boolean; room: Room },
  ) {
    const woken = Promise.withResolvers<void>()
    const frozen = Promise.withResolvers<void>()
    const freezingSend: SendWebhook = async (claimed, signal) => {
      const attempt = await send(claimed, signal)
      frozen.resolve()
      await woken.promise
      if (keepsLane) {
        const text = 'select token from flights where endpoint_id = $1 and submission_id = $2'
        const [flight] = await room.database.query<{ token: string }>(text, [
          claimed.endpointId,
          claimed.submissionId,
        ])
        claimed.token = flight?.token ?? claimed.token
      }
      return attempt
    }
    return { send: freezingSend, frozen: frozen.promise, wake: () => woken.resolve() }
  }

  const passLease = async ({ database, wake }: Room) => {
    await database.query('update flights set until = now()')
    await database.releaseJobs(deliverQueue)
    await wake()
  }

  it.each([202, 500, 410])(
    'F3 I5 an attempt that outlived its lease counts for nothing, though it was answered %d',
    async (status) => {
      const room = await openScene()
      const { emit, submission, endpointId, open, receiver, logs } = room
      const slow = freezing(room, { room })
      const first = await room.work({ send: slow.send, slots: 1 })
      const id = await emit(submission)
      await until(() => open.length === 1, { what: 'the first attempt' })
      open[0]?.give({ status })
      await slow.frozen
      expect(first.inFlight).toBe(1)
      await passLease(room)
      await room.work()
      await until(() => open.length === 2, { what: 'the second attempt' })
      open[1]?.give(accepted)
      await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
      slow.wake()
      await until(() => logs.some((line) => line.includes('"state":"lost"')), { what: 'the loss' })
      expect(await room.delivery(id)).toMatchObject({ state: 'delivered', attempts: 1, jobs: 0 })
      expect(await room.attempts(id)).toEqual(['scheduled accepted 202'])
      expect(await room.endpoint(endpointId)).toMatchObject({ state: 'enabled', failures: 0 })
      expect([receiver.arrivals.length, receiver.effects.size]).toEqual([2, 1])
      expect(await report(room)).toEqual([])
      expect(findLeaks(logs)).toEqual([])
    },
  )

  it.each([false, true])(
    'F3 finds the mutant without a fence, which ends the flight of another (mutant: %s)',
    async (isMutant) => {
      const room = await openScene()
      const { emit, submission, open, logs } = room
      const slow = freezing(room, { room, keepsLane: isMutant })
      await room.work({ send: slow.send, slots: 1 })
      const id = await emit(submission)
      await until(() => open.length === 1, { what: 'the first attempt' })
      open[0]?.give({ status: 500 })
      await slow.frozen
      await passLease(room)
      await room.work()
      await until(() => open.length === 2, { what: 'the second attempt' })
      slow.wake()
      await until(() => logs.some((line) => line.includes('"event":"attempt"')), {
        what: 'its end',
      })
      await room.makeDue()
      if (isMutant) {
        await until(() => open.length === 3, { what: 'the third attempt' })
        expect(await report(room)).toContain(`1 ${overlapping}`)
        open[1]?.give(accepted)
        open[2]?.give(accepted)
      } else {
        expect(await room.delivery(id)).toMatchObject({ state: 'pending', attempts: 0 })
        open[1]?.give(accepted)
        await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
        expect(await report(room)).toEqual([])
      }
    },
  )

  /** A store that refuses to write while the test says so. */
  function refusing({ database }: Room, error: () => Error) {
    let isRefusing = true
    let refused = 0
    const transaction: ServerDatabase['transaction'] = async (work) => {
      if (!isRefusing) return database.transaction(work)
      refused += 1
      throw error()
    }
    const relent = () => {
      isRefusing = false
    }
    return { database: { ...database, transaction }, refused: () => refused, relent }
  }
  const lost = () => Object.assign(new Error('canary'), { code: 'ECONNRESET' })

  it('F7 an attempt that cannot be written down at once is written down when the store is back', async () => {
    const room = await openScene()
    const { emit, submission, open, receiver, logs } = room
    const { database, refused, relent } = refusing(room, lost)
    await room.work({ database })
    const id = await emit(submission)
    await until(() => open.length === 1, { what: 'the first attempt' })
    open[0]?.give(accepted)
    await until(() => refused() >= 2, { what: 'refusals' })
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', attempts: 0 })
    relent()
    await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect(receiver.arrivals).toHaveLength(1)
    expect(await report(room)).toEqual([])
    expect(logs.join('')).not.toMatch(/failure|canary/)
  })

  it('F2 an attempt that cannot be written down is made again when its lease is over', async () => {
    const room = await openScene()
    const { emit, submission, open, receiver, logs } = room
    const { database, refused, relent } = refusing(room, lost)
    await room.work({ database, slots: 1 })
    const id = await emit(submission)
    await until(() => open.length === 1, { what: 'the first attempt' })
    open[0]?.give(accepted)
    await until(() => refused() > 0, { what: 'a refusal' })
    await passLease(room)
    await room.work()
    await until(() => open.length === 2, { what: 'the second attempt' })
    open[1]?.give(accepted)
    await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    relent()
    await until(() => logs.some((line) => line.includes('"state":"lost"')), { what: 'the loss' })
    expect([receiver.arrivals.length, receiver.effects.size]).toEqual([2, 1])
    expect(await report(room)).toEqual([])
  })

  it('F15 an attempt that is refused for what it is is told of by its code, and made again', async () => {
    const room = await openScene()
    const { emit, submission, open, receiver, logs } = room
    const cause = Object.assign(new Error('canary'), { code: '23505' })
    const { database, relent } = refusing(room, () => new Error('canary', { cause }))
    await room.work({ database })
    const id = await emit(submission)
    await until(() => open.length === 1, { what: 'the first attempt' })
    open[0]?.give(accepted)
    await until(() => logs.length > 0, { what: 'the failure' })
    expect(JSON.parse(logs[0] ?? '')).toMatchObject({ event: 'worker-failure', code: '23505' })
    relent()
    await passLease(room)
    await until(() => open.length === 2, { what: 'the second attempt' })
    open[1]?.give(accepted)
    await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect([receiver.arrivals.length, receiver.effects.size]).toEqual([2, 1])
    expect(await report(room)).toEqual([])
    expect(logs.join('')).not.toContain('canary')
  })
})
