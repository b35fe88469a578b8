import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { refusedWith } from '../../deliveries.ts'
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
      holds: async () =>
        (
          await inbox.database.query(
            `select quarantine_rows as rows, quarantine_bytes as bytes,
              (select count(*) from quarantine) as counted from holdings`,
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
      const { eventWith } = await import('../../deliveries.ts')
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
