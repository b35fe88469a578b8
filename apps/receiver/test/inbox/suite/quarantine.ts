import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { QuarantineFullError } from '../../../src/inbox/keep-bodies.ts'
import { eventWith, refusedWith } from '../../deliveries.ts'
import type { TestStore } from '../../use-store.ts'
import { startInbox } from './start-inbox.ts'

export function testQuarantine(store: TestStore) {
  const start = async (
    ...given: Parameters<typeof startInbox> extends [unknown, ...infer R] ? R : never
  ) => {
    const inbox = await startInbox(store, ...given)
    const bodies = async () => {
      const entries = await inbox.list({ limit: 2_000 })
      return entries.map(({ storageKey }) => storageKey).toReversed()
    }
    return {
      ...inbox,
      bodies,
      put: (key: string, bytes = 10) =>
        inbox.quarantine(refusedWith(Buffer.alloc(bytes, 'x'), { storageKey: key })),
      /** The same for a body that the service signed. */
      putVerified: (key: string, bytes = 10) =>
        inbox.quarantine(
          refusedWith(Buffer.alloc(bytes, 'x'), {
            ...{ storageKey: key, verified: true, code: 'invalid-json' },
          }),
        ),
      holds: async () =>
        (
          await inbox.database.query(
            `select quarantine_rows as rows, quarantine_bytes as bytes,
              (select count(*) from quarantine where not verified) as counted from holdings`,
          )
        )[0],
      holdsVerified: async () =>
        (
          await inbox.database.query(
            `select verified_rows as rows, verified_bytes as bytes,
              (select count(*) from quarantine where verified) as counted from holdings`,
          )
        )[0],
    }
  }

  describe('the quarantine', () => {
    it('D-007 lets the oldest go when it has too many rows', async () => {
      const { put, bodies, holds } = await start({ quarantineRows: 2 })
      for (const key of ['a', 'b', 'c']) await put(key)
      expect(await bodies()).toEqual(['b', 'c'])
      expect(await holds()).toEqual({ rows: 2, bytes: 20, counted: 2 })
    })

    it('D-007 lets the oldest go when it has too many bytes', async () => {
      const { put, bodies, holds } = await start({ quarantineBytes: 25 })
      for (const key of ['a', 'b', 'c']) await put(key)
      expect(await bodies()).toEqual(['b', 'c'])
      await put('large', 26)
      expect(await bodies()).toEqual([])
      expect(await holds()).toEqual({ rows: 0, bytes: 0, counted: 0 })
    })

    it('D-007 keeps a thousand rows by the figures of the contract', async () => {
      const { put, bodies, holds } = await start()
      const keys = Array.from({ length: constants.quarantineLimitRows + 50 }, (_, row) => `${row}`)
      await Promise.all(keys.map((key) => put(key)))
      expect(await bodies()).toEqual(keys.slice(50))
      expect(await holds()).toMatchObject({ rows: 1_000, counted: 1_000 })
    })

    it('F23 D-008 keeps what is verified, however much is not', async () => {
      const { put, putVerified, bodies, holds, holdsVerified } = await start({
        ...{ quarantineRows: 2, quarantineBytes: 25 },
      })
      await putVerified('genuine', 200)
      for (const key of ['a', 'b', 'c', 'd']) await put(key)
      await put('large', 26)
      await put('last')
      expect(await bodies()).toEqual(['genuine', 'last'])
      expect(await holds()).toEqual({ rows: 1, bytes: 10, counted: 1 })
      expect(await holdsVerified()).toEqual({ rows: 1, bytes: 200, counted: 1 })
    })

    it('F23 D-008 refuses what is verified where there is no room, and what is not all the same', async () => {
      const { put, putVerified, bodies, holdsVerified } = await start({ verifiedRows: 2 })
      for (const key of ['a', 'b']) await putVerified(key)
      await expect(putVerified('c')).rejects.toThrow(QuarantineFullError)
      await put('d')
      expect(await bodies()).toEqual(['a', 'b', 'd'])
      expect(await holdsVerified()).toEqual({ rows: 2, bytes: 20, counted: 2 })
    })

    it('F23 D-008 refuses by bytes too, and keeps the others of the same transaction', async () => {
      const { add, putVerified, bodies, holdsVerified, list } = await start({ verifiedBytes: 25 })
      const kept = await Promise.allSettled([
        ...[putVerified('a', 20), putVerified('large', 6), putVerified('b', 5)],
        ...[add(eventWith({})), putVerified('none', 1)],
      ])
      expect(kept.map(({ status }) => status)).toEqual([
        ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
      ])
      expect((await bodies()).filter((key) => key.length === 1)).toEqual(['a', 'b'])
      expect(await list({ state: 'accepted' })).toHaveLength(1)
      expect(await holdsVerified()).toEqual({ rows: 2, bytes: 25, counted: 2 })
    })

    it('D-008 keeps the same verified bytes once for each reason, so that a recording fills nothing', async () => {
      const { putVerified, quarantine, bodies, list, holdsVerified } = await start({
        verifiedRows: 3,
      })
      await Promise.all(['a', 'a', 'b', 'a'].map((key) => putVerified(key)))
      await putVerified('b')
      expect(await bodies()).toEqual(['a', 'b'])
      expect(await holdsVerified()).toEqual({ rows: 2, bytes: 20, counted: 2 })
      const again = { storageKey: 'a', verified: true, code: 'timestamp-too-old' } as const
      for (let time = 0; time < 2; time++) await quarantine(refusedWith('x', again))
      expect((await list()).map(({ code }) => code)).toEqual([
        ...['timestamp-too-old', 'invalid-json', 'invalid-json'],
      ])
    })

    it('D-008 has room again for each verified body that somebody deleted', async () => {
      const { putVerified, bodies, database, holdsVerified } = await start({ verifiedRows: 2 })
      for (const key of ['a', 'b']) await putVerified(key)
      await database.query('delete from quarantine where id = (select min(id) from quarantine)')
      await putVerified('c')
      expect(await bodies()).toEqual(['b', 'c'])
      await expect(putVerified('d')).rejects.toThrow(QuarantineFullError)
      expect(await holdsVerified()).toEqual({ rows: 2, bytes: 20, counted: 2 })
    })

    it('says how full each part of it is', async () => {
      const { put, putVerified, view } = await start({ quarantineRows: 5, verifiedBytes: 100 })
      await put('a')
      for (const key of ['b', 'c']) await putVerified(key, 20)
      const { quarantine } = await view.list({ limit: 1 })
      expect(quarantine).toEqual({
        unverified: { rows: 1, bytes: 10, limitRows: 5, limitBytes: 67_108_864 },
        verified: { rows: 2, bytes: 40, limitRows: 1_000, limitBytes: 100 },
      })
    })

    it('keeps every byte of what is no text, and finds text in it', async () => {
      const { quarantine, list, view } = await startInbox(store)
      const body = Buffer.from([0xff, 0x00, ...Buffer.from('Canary'), 0xed, 0xa0, 0x80])
      await quarantine(refusedWith(body, { code: 'invalid-utf8', verified: true }))
      const [entry] = await list({ search: 'cANARY' })
      expect(entry).toMatchObject({
        ...{ state: 'quarantined', code: 'invalid-utf8', verified: true, bodyBytes: body.length },
        ...{ eventName: null, submissionUuid: null, canReplay: false },
      })
      const detail = await view.read(entry?.id ?? '')
      expect(Buffer.from(detail?.body ?? [])).toEqual(body)
    })

    it('shows what a body says of itself, and which issues it has', async () => {
      const { quarantine, list, view } = await startInbox(store)
      const body = JSON.stringify({ event: 'a\0b', timestamp: 'once', submission: { status: 7 } })
      const issues = [{ path: '/\0\ud800', message: 'is wrong', keyword: 'type' }]
      await quarantine(refusedWith(body, { code: 'invalid-payload', issues, verified: true }))
      const [entry] = await list()
      expect(entry).toMatchObject({ eventName: 'a\uFFFDb', occurredAt: 'once', status: null })
      expect((await view.read(entry?.id ?? ''))?.issues).toEqual(issues)
    })

    it('keeps the first 50 issues of a body that has more', async () => {
      const { quarantine, list, view } = await startInbox(store)
      const issueAt = (at: number) => ({ path: `/${at}`, message: 'is wrong', keyword: 'type' })
      const issues = Array.from({ length: 60 }, (_, at) => issueAt(at))
      await quarantine(refusedWith('{}', { code: 'invalid-payload', issues, verified: true }))
      const [entry] = await list()
      expect((await view.read(entry?.id ?? ''))?.issues).toEqual(issues.slice(0, 50))
    })

    it('is no way to drive out what was genuine', async () => {
      const { put, add, list } = await start({ quarantineRows: 3, arrivals: 20 })
      await add(eventWith({}))
      for (let row = 0; row < 50; row++) await put(`${row}`)
      expect((await list()).map(({ state }) => state)).toEqual([
        'quarantined',
        'quarantined',
        'quarantined',
        'accepted',
      ])
    })
  })
}
