import { until } from '@partner-platform/settings/testing'
import { describe, expect, it } from 'vitest'
import type { SendWebhook } from '../../src/deliver/send-webhook.ts'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { addMutant } from './add-mutant.ts'
import { hourMs, type Room, useRooms } from './open-room.ts'
import { endLeases } from './open-stage.ts'

const accepted = { status: 202 }
const overlapping = '1 × sent while another attempt for its submission was open'

describe('one attempt at a time', () => {
  const { openRoom } = useRooms('postgres')
  /** A room whose receiver answers only when the test says so. */
  const openScene = () => openRoom({ keeps: () => true })

  const untilLogged = ({ logs }: Room, text: string) =>
    until(() => logs.some((line) => line.includes(text)), { what: text })

  const passLease = async ({ database, wake }: Room) => {
    await endLeases(database)
    await wake()
  }

  it.each([
    ['D-014 sends an event only after the previous one is settled', 0],
    ['F8 waits for the previous event even if the clock is set an hour ahead', hourMs],
    ['F8 waits for the previous event even if the clock is set an hour back', -hourMs],
  ])('%s', async (_says, jumpMs) => {
    const room = await openScene()
    const { emit, submission, open, receiver } = room
    await room.work()
    const ids = [await emit(submission), await emit(submission)]
    await room.untilOpen(1)
    room.jump(jumpMs)
    ids.push(await emit(submission))
    await room.makeDue()
    await room.sweep()
    // Both other jobs ran, found it in flight and were queued again, more than once.
    const done = `select 1 from pgboss.job where state = 'completed' having count(*) >= 4`
    await until(async () => (await room.database.query(done)).length > 0, { what: 'jobs put back' })
    expect(open).toHaveLength(1)
    // If the clock was set back, the events are in the future and wait for the clock.
    if (jumpMs < 0) room.jump(-jumpMs)
    // Another submission of the same endpoint does not wait.
    ids.push(await emit(await room.makeSubmission()))
    await room.untilOpen(2)
    for (let given = 0; given < ids.length; given++) {
      const hasArrived = async () => {
        if (jumpMs < 0) await room.makeDue()
        return open.length > given
      }
      await until(hasArrived, { what: `attempt ${given + 1}` })
      open[given]?.give(accepted)
    }
    for (const id of ids) await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect(Math.max(...receiver.arrivals.map(({ together }) => together))).toBe(1)
    expect(await room.report()).toEqual([])
  })

  it('D-014 finds the mutant that does not check for another attempt in flight', async () => {
    const room = await openScene()
    await room.work({ database: addMutant(room.database, 'does not look for another flight') })
    await room.emit(room.submission)
    await room.emit(room.submission)
    await room.untilOpen(2)
    for (const { give } of room.open) give(accepted)
    expect(await room.report()).toContain(overlapping)
  })

  /**
   * A worker that freezes after sending, until it is woken. Without a fence, it takes over the flight of
   * the next worker.
   */
  function freezing({ send, database }: Room, { hasFence }: { hasFence: boolean }) {
    const woken = Promise.withResolvers<void>()
    const frozen = Promise.withResolvers<void>()
    const freezingSend: SendWebhook = async (claimed, signal) => {
      const attempt = await send(claimed, signal)
      frozen.resolve()
      await woken.promise
      if (hasFence) return attempt
      const text = 'select token from flights where submission_id = $1'
      const [flight] = await database.query<{ token: string }>(text, [claimed.submissionId])
      claimed.token = flight?.token ?? claimed.token
      return attempt
    }
    return { send: freezingSend, frozen: frozen.promise, wake: () => woken.resolve() }
  }

  /** The first of two workers freezes with an answer until its lease ends; then the second one sends. */
  async function freeze(room: Room, { status, hasFence }: { status: number; hasFence: boolean }) {
    const slow = freezing(room, { hasFence })
    const first = await room.work({ send: slow.send, slots: 1 })
    const id = await room.emit(room.submission)
    await room.untilOpen(1)
    room.open[0]?.give({ status })
    await slow.frozen
    expect(first.inFlight).toBe(1)
    await passLease(room)
    await room.work()
    await room.untilOpen(2)
    return { id, wake: slow.wake }
  }

  it.each([202, 500, 410])(
    'F3 I5 an attempt that outlived its lease does not count, even if it was answered with %d',
    async (status) => {
      const room = await openScene()
      const { id, wake } = await freeze(room, { status, hasFence: true })
      room.open[1]?.give(accepted)
      await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
      wake()
      await untilLogged(room, '"state":"lost"')
      expect(await room.delivery(id)).toMatchObject({ state: 'delivered', attempts: 1, jobs: 0 })
      expect(await room.attempts(id)).toEqual(['scheduled accepted 202'])
      expect(await room.endpoint(room.endpointId)).toMatchObject({ state: 'enabled', failures: 0 })
      const { arrivals, effects } = room.receiver
      expect([arrivals.length, effects.size]).toEqual([2, 1])
      await room.check()
    },
  )

  it('F3 finds the mutant without a fence, which ends the flight of another worker', async () => {
    const room = await openScene()
    const { wake } = await freeze(room, { status: 500, hasFence: false })
    wake()
    await untilLogged(room, '"event":"attempt"')
    await room.makeDue()
    await room.untilOpen(3)
    expect(await room.report()).toContain(overlapping)
    for (const { give } of room.open.slice(1)) give(accepted)
  })

  /** A store that refuses to write until it relents. */
  function refusing({ database }: Room, error: () => Error) {
    const state = { refused: 0, isRefusing: true }
    const transaction: ServerDatabase['transaction'] = async (work) => {
      if (!state.isRefusing) return database.transaction(work)
      state.refused += 1
      throw error()
    }
    return {
      database: { ...database, transaction },
      untilRefused: (count: number) => until(() => state.refused >= count, { what: 'refusals' }),
      relent() {
        state.isRefusing = false
      },
    }
  }
  const lost = () => Object.assign(new Error('canary'), { code: 'ECONNRESET' })
  const refused = () =>
    new Error('canary', { cause: Object.assign(new Error('canary'), { code: '23505' }) })

  it('F7 an attempt that cannot be recorded at once is recorded when the store is back', async () => {
    const room = await openScene()
    const { database, untilRefused, relent } = refusing(room, lost)
    await room.work({ database })
    const id = await room.emit(room.submission)
    await room.untilOpen(1)
    room.open[0]?.give(accepted)
    await untilRefused(2)
    expect(await room.delivery(id)).toMatchObject({ state: 'pending', attempts: 0 })
    relent()
    await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect(room.receiver.arrivals).toHaveLength(1)
    expect(await room.report()).toEqual([])
    expect(room.logs.join('')).not.toMatch(/failure|canary/)
  })

  it('F15 an attempt that the store rejects is logged with its code, and made again', async () => {
    const room = await openScene()
    const { database, relent } = refusing(room, refused)
    await room.work({ database })
    const id = await room.emit(room.submission)
    await room.untilOpen(1)
    room.open[0]?.give(accepted)
    await untilLogged(room, 'failure')
    expect(JSON.parse(room.logs[0] ?? '')).toMatchObject({ event: 'worker-failure', code: '23505' })
    relent()
    await passLease(room)
    await room.untilOpen(2)
    room.open[1]?.give(accepted)
    await room.untilDelivery(id, { state: 'delivered', attempts: 1 })
    expect(room.receiver.effects.size).toBe(1)
    expect(await room.report()).toEqual([])
    expect(room.logs.join('')).not.toContain('canary')
  })
})
