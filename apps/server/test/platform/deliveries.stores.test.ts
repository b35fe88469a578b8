import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { toBatchSize } from '../../src/deliver/move-deliveries.ts'
import { type DeliveryFilter, getDelivery, listDeliveries } from '../../src/platform/deliveries.ts'
import { disableEndpoint } from '../../src/platform/endpoints.ts'
import { replayDeliveries, replayDelivery } from '../../src/platform/replay.ts'
import { storeKind } from '../store-kind.ts'
import { startPlatform } from './start-platform.ts'

describe(storeKind, async () => {
  const platform = await startPlatform(storeKind)

  const moment = () => new Date(platform.clock.wallMs())

  async function listAll(filter: DeliveryFilter, limit = 2): Promise<string[]> {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await listDeliveries(filter, { limit, after }, platform.orm)
      if (!page.ok) throw new Error('The cursor is unknown.')
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    return seen
  }

  describe('listing', () => {
    it('returns the newest first, each once, even while new ones are added', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      const made: string[] = []
      for (let count = 0; count < 5; count++) {
        if (count % 2 === 0) platform.clock.advance(1)
        made.push(await platform.emit(submissionId))
      }
      const filter = { endpoint: endpointId }
      const first = await listDeliveries(filter, { limit: 2, after: null }, platform.orm)
      if (!first.ok || first.next === null) throw new Error('There is no second page.')
      platform.clock.advance(1)
      await platform.emit(submissionId)
      const page = { limit: 200, after: first.next }
      const rest = await listDeliveries(filter, page, platform.orm)
      if (!rest.ok) throw new Error('The cursor is unknown.')
      const ids = [...first.items, ...rest.items].map(({ id }) => id)
      expect(ids.toSorted()).toEqual(made.toSorted())
      expect(ids[0]).toBe(made.at(-1))
      expect(rest.next).toBeNull()
    })

    it('applies every filter', async () => {
      const party = await platform.makeParty()
      const early = moment()
      const first = await platform.emit(party.submissionId)
      platform.clock.advance(10)
      const late = moment()
      const second = await platform.emit(party.submissionId)
      const another = await platform.makeSubmission(party.partner)
      const third = await platform.emit(another)
      await platform.database.query(`update deliveries set state = 'delivered' where id = $1`, [
        first,
      ])
      const own = { partner: party.partner }
      const rows: [DeliveryFilter, string[]][] = [
        [own, [first, second, third]],
        [{ ...own, state: 'delivered' }, [first]],
        [{ ...own, state: 'held' }, []],
        [{ ...own, environment: 'development' }, [first, second, third]],
        [{ ...own, environment: 'staging' }, []],
        [{ endpoint: party.endpointId, submission: another }, [third]],
        [{ ...own, createdFrom: late }, [second, third]],
        [{ ...own, createdTo: late }, [first]],
        [{ ...own, createdFrom: early, createdTo: early }, []],
      ]
      for (const [filter, want] of rows) {
        expect((await listAll(filter)).toSorted(), JSON.stringify(filter)).toEqual(want.toSorted())
      }
    })

    it('returns one with its event and its attempts, in order', async () => {
      const { submissionId } = await platform.makeParty()
      const id = await platform.emit(submissionId)
      await platform.database.query(
        `insert into attempts (delivery_id, number, kind, started_at, duration_ms, outcome, status)
         values ($1, 2, 'probe', now(), 5, 'accepted', 202), ($1, 1, 'scheduled', now(), 7, 'refused', 500)`,
        [id],
      )
      expect(await getDelivery(id, platform.orm)).toMatchObject({
        delivery: { eventName: 'submission.updated', timestamp: moment(), submissionId },
        attempts: [
          { number: 1, outcome: 'refused', status: 500 },
          { number: 2, kind: 'probe' },
        ],
      })
    })
  })

  describe('replaying one', () => {
    const replay = (deliveryId: string, sendExpired?: boolean) =>
      platform.write((context) => replayDelivery({ deliveryId, sendExpired }, context))

    it('D-012 refuses an expired one unless sendExpired is set', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      const id = await platform.emit(submissionId)
      await platform.end(endpointId, 'delivered')
      platform.clock.advance(constants.deliveryAgeLimitSeconds * 1000)
      expect(await replay(id)).toEqual({ ok: false, code: 'event_expired' })
      expect(await platform.states(endpointId)).toEqual({ delivered: 1 })
      expect(await replay(id, true)).toMatchObject({ ok: true, delivery: { state: 'pending' } })
      expect(await platform.jobs(endpointId)).toEqual([id])
      // Sending it once does not allow sending it again.
      await platform.end(endpointId, 'delivered')
      expect(await replay(id)).toEqual({ ok: false, code: 'event_expired' })
      const range = { state: 'delivered', endpoint: endpointId, from: new Date(0) } as const
      const replaying = platform.write((context) =>
        replayDeliveries({ ...range, to: moment() }, context),
      )
      expect(await replaying).toEqual({ ok: true, count: 0, expired: 1 })
    })

    it('replays it once if asked many times at once', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      const id = await platform.emit(submissionId)
      await platform.end(endpointId, 'dead-letter')
      const results = await Promise.all(Array.from({ length: 5 }, () => replay(id)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await platform.jobs(endpointId)).toEqual([id])
    })
  })

  describe('replaying a range', () => {
    it('moves 500 deliveries in one transaction by default', () => {
      expect(toBatchSize({})).toBe(500)
    })

    const wholeTime = { from: new Date(0), to: new Date('2100-01-01T00:00:00Z') }
    const replay = (range: Parameters<typeof replayDeliveries>[0]) =>
      platform.write((context) => replayDeliveries(range, context))

    it('D-012 replays more than one batch, each once', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      await platform.copy(await platform.emit(submissionId), 55)
      await platform.end(endpointId, 'dead-letter', 3)
      const range = { state: 'dead-letter', endpoint: endpointId, ...wholeTime } as const
      expect(await replay(range)).toEqual({ ok: true, count: 56, expired: 0 })
      // The first batch moves before the answer, the others later.
      expect(await platform.states(endpointId)).toEqual({ pending: 25, 'dead-letter': 31 })
      expect(await platform.finishBatches()).toBe(2)
      expect(await platform.states(endpointId)).toEqual({ pending: 56 })
      const jobs = await platform.jobs(endpointId)
      expect([jobs.length, new Set(jobs).size]).toEqual([56, 56])
      expect(await replay(range)).toEqual({ ok: true, count: 0, expired: 0 })
    })

    it('replays each once, even if it is delivered again in the meantime', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      await platform.copy(await platform.emit(submissionId), 49)
      await platform.end(endpointId, 'delivered')
      const range = { state: 'delivered', endpoint: endpointId, ...wholeTime } as const
      expect(await replay(range)).toEqual({ ok: true, count: 50, expired: 0 })
      await platform.database.query(
        `update deliveries set state = 'delivered', step = 2, ended_at = now()
          where endpoint_id = $1 and state = 'pending'`,
        [endpointId],
      )
      expect(await platform.finishBatches()).toBe(2)
      expect(await platform.states(endpointId)).toEqual({ delivered: 25, pending: 25 })
    })

    it('D-013 holds later batches if the endpoint is disabled', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      await platform.copy(await platform.emit(submissionId), 29)
      await platform.end(endpointId, 'dead-letter')
      await replay({ state: 'dead-letter', endpoint: endpointId, ...wholeTime })
      await platform.write((context) => disableEndpoint(endpointId, context))
      expect(await platform.states(endpointId)).toEqual({ held: 25, 'dead-letter': 5 })
      // Runs the jobs of both the disabling and the replay.
      await platform.finishBatches()
      expect(await platform.states(endpointId)).toEqual({ held: 30 })
    })

    it('selects by time and state, from all endpoints', async () => {
      const one = await platform.makeParty()
      const other = await platform.makeParty()
      platform.clock.advance(1)
      const from = moment()
      await platform.emit(one.submissionId)
      await platform.emit(other.submissionId)
      platform.clock.advance(5)
      const to = moment()
      await platform.emit(one.submissionId)
      await platform.end(one.endpointId, 'dead-letter')
      await platform.end(other.endpointId, 'dead-letter')
      await platform.write((context) => disableEndpoint(other.endpointId, context))
      expect(await replay({ state: 'delivered', from, to })).toMatchObject({ count: 0 })
      expect(await replay({ state: 'dead-letter', from: to, to: from })).toMatchObject({ count: 0 })
      expect(await replay({ state: 'dead-letter', from, to })).toMatchObject({ count: 2 })
      const left = { 'dead-letter': 1, pending: 1 }
      expect(await platform.states(one.endpointId)).toEqual(left)
      expect(await platform.states(other.endpointId)).toEqual({ held: 1 })
    })

    it('D-012 leaves expired ones, and counts them', async () => {
      const { submissionId, endpointId } = await platform.makeParty()
      await platform.copy(await platform.emit(submissionId), 9)
      platform.clock.advance(constants.deliveryAgeLimitSeconds * 1000)
      await platform.copy(await platform.emit(submissionId), 29)
      await platform.end(endpointId, 'dead-letter')
      const range = { state: 'dead-letter', endpoint: endpointId, ...wholeTime } as const
      expect(await replay(range)).toEqual({ ok: true, count: 30, expired: 10 })
      await platform.finishBatches()
      expect(await platform.states(endpointId)).toEqual({ pending: 30, 'dead-letter': 10 })
      const all = { ...range, sendExpired: true }
      expect(await replay(all)).toEqual({ ok: true, count: 10, expired: 0 })
      expect(await platform.states(endpointId)).toEqual({ pending: 40 })
    })
  })
})
