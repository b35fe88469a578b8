import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../src/index.ts'
import { eventWith } from '../../deliveries.ts'
import type { TestStore } from '../../use-store.ts'
import { startInbox } from './start-inbox.ts'

export function testEvents(store: TestStore) {
  describe('events', () => {
    it('D-005 are kept once by their bytes, with one job', async () => {
      const { add, list, jobs } = await startInbox(store)
      const event = eventWith({})
      expect([await add(event), await add(event)]).toEqual(['accepted', 'duplicate'])
      expect((await list()).map(({ state, notes }) => [state, notes])).toEqual([
        ['duplicate', []],
        ['accepted', []],
      ])
      expect(await jobs()).toHaveLength(1)
    })

    it('D-005 are kept once by their effect; other bytes of it are noted', async () => {
      const { add, list, jobs, view } = await startInbox(store)
      const event = eventWith({})
      await add(event)
      expect(await add(event, { text: JSON.stringify(event, null, 4) })).toBe('duplicate')
      const [entry] = await list({ state: 'duplicate' })
      expect(entry?.notes).toEqual(['other-bytes'])
      const detail = await view.read(entry?.id ?? '')
      expect(Buffer.from(detail?.body ?? []).toString()).toBe(JSON.stringify(event))
      expect(await jobs()).toHaveLength(1)
    })

    it('F17 are kept once where many come at the same time', async () => {
      const { add, list, jobs } = await startInbox(store)
      const event = eventWith({})
      const outcomes = await Promise.all(Array.from({ length: 300 }, () => add(event)))
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
      expect(await jobs()).toHaveLength(1)
      expect(await list({ limit: 1_000 })).toHaveLength(300)
    })

    it('D-014 are flagged where a newer one was there before, and only then', async () => {
      const { add, list } = await startInbox(store)
      for (const seconds of [2, 1, 3, 2]) await add(eventWith({ seconds, status: `S${seconds}` }))
      await add(eventWith({ seconds: 3, status: 'OTHER' }))
      await add(eventWith({ seconds: 1, uuid: '00000000-0000-4000-8000-000000000001' }))
      expect((await list()).map(({ state }) => state).toReversed()).toEqual([
        'accepted',
        'superseded',
        'accepted',
        'duplicate',
        'accepted',
        'accepted',
      ])
    })

    it('D-014 are flagged by their order in one group, too', async () => {
      const { add, list } = await startInbox(store)
      // The first goes alone; the others wait for it and share a transaction.
      const seconds = [5, 9, 7, 9.5, 1, 10]
      await Promise.all(seconds.map((one) => add(eventWith({ seconds: one }))))
      expect((await list()).map(({ state }) => state).toReversed()).toEqual([
        'accepted',
        'accepted',
        'superseded',
        'accepted',
        'superseded',
        'accepted',
      ])
    })

    it('D-024 of an unknown name are kept and get no job', async () => {
      const { add, list, jobs, view } = await startInbox(store)
      expect(await add(eventWith({ name: 'other' }), { notes: ['unknown-event'] })).toBe('accepted')
      const [entry] = await list()
      expect(entry).toMatchObject({ state: 'accepted', eventName: 'other', canReplay: false })
      expect(await view.replay(entry?.id ?? '')).toBe('not-replayable')
      expect(await jobs()).toEqual([])
    })

    it.each([
      ['NUL', 'A\0B'],
      ['half a surrogate pair', 'A\ud800B'],
      ['60 kB of text', 'x'.repeat(60_000)],
    ])('hold %s in a status without harm', async (_says, status) => {
      const { add, list, view } = await startInbox(store)
      const event = eventWith({ status })
      expect([await add(event), await add(event)]).toEqual(['accepted', 'duplicate'])
      expect(await add(eventWith({ status: `${status}2` }))).toBe('accepted')
      const [entry] = (await list()).slice(-1)
      expect(entry?.status).toBe(status.replace(/[\0\ud800]/, '\uFFFD'))
      const detail = await view.read(entry?.id ?? '')
      expect(JSON.parse(Buffer.from(detail?.body ?? []).toString())).toEqual(event)
    })

    it('do not harm those they share a transaction with', async () => {
      const { add, list } = await startInbox(store)
      const uuids = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
      const [first, bad, good] = uuids.map((uuid) => eventWith({ uuid }))
      if (!first || !bad || !good) throw new Error('Three events are wanted.')
      const settled = await Promise.allSettled([
        add(first),
        add({ ...bad, timestamp: 'no moment' }),
        add(good),
      ])
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect((await list()).map(({ submissionUuid }) => submissionUuid)).toEqual([
        uuids[2],
        uuids[0],
      ])
    })

    it('of another environment are refused by the store', async () => {
      const { database } = await startInbox(store)
      await expect(createInbox(database, { environment: 'production' })).rejects.toThrow(
        'The store holds webhooks of staging, not production.',
      )
    })

    it('keep the first header lines that fit', async () => {
      const { add, list, view } = await startInbox(store, { headerBytes: 10 })
      const headers = [
        ['a', '1234'],
        ['b', '123'],
        ['c', '12'],
      ] as const
      await add(eventWith({}), { headers })
      const detail = await view.read((await list())[0]?.id ?? '')
      expect(detail?.headers).toEqual(headers.slice(0, 2))
    })

    it('are listed within their bound, besides those that wait', async () => {
      const { add, list, database } = await startInbox(store, { arrivals: 40 })
      const waiting = eventWith({ seconds: -1 })
      await add(waiting)
      const handled = eventWith({ seconds: 0 })
      await add(handled)
      await database.query(
        `update events set handling = 'handled' where id = (select max(id) from events)`,
      )
      for (let count = 0; count < 60; count++) await add(handled)
      await expect.poll(async () => (await list()).length).toBeLessThan(45)
      const listed = await list()
      expect(listed.length).toBeGreaterThan(40)
      expect(listed.at(-1)?.state).toBe('accepted')
      expect(await add(waiting)).toBe('duplicate')
    })
  })
}
