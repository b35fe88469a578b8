import { describe, expect, it } from 'vitest'
import { eventWith, refusedWith } from '../../deliveries.ts'
import type { TestStore } from '../../use-store.ts'
import { startInbox } from './start-inbox.ts'

const uuidOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

export function testView(store: TestStore) {
  /** An inbox with one entry of each state. */
  const startFull = async () => {
    const inbox = await startInbox(store)
    const { add, quarantine, database } = inbox
    await add(eventWith({ uuid: uuidOf(1), status: 'ACCEPTED_%' }))
    await add(eventWith({ uuid: uuidOf(2), status: 'HANDLED' }))
    await add(eventWith({ uuid: uuidOf(3), status: 'FAILED' }))
    await add(eventWith({ uuid: uuidOf(2), status: 'SUPERSEDED', seconds: -1 }))
    await add(eventWith({ uuid: uuidOf(1), status: 'ACCEPTED_%' }))
    await quarantine(refusedWith('{"event":"Müller & Söhne"}', { code: 'invalid-payload' }))
    await database.query(
      `update events set handling = 'handled', tries = 1 where status = 'HANDLED'`,
    )
    await database.query(`update events set handling = 'failed', tries = 5,
      last_error = 'RangeError' where status = 'FAILED'`)
    return inbox
  }

  describe('its view', () => {
    it('lists newest first, with the state of each and how many there are', async () => {
      const { view } = await startFull()
      const { entries, next, counts } = await view.list({ limit: 10 })
      expect(entries.map(({ state }) => state)).toEqual([
        'quarantined',
        'duplicate',
        'superseded',
        'failed',
        'handled',
        'accepted',
      ])
      expect(entries.map(({ id }) => id)).toEqual(
        entries
          .map(({ id }) => id)
          .toSorted()
          .toReversed(),
      )
      expect(next).toBeNull()
      expect(counts).toEqual({
        ...{ accepted: 1, handled: 1, failed: 1, superseded: 1, duplicate: 1, quarantined: 1 },
      })
    })

    it('tells of each what is known of it', async () => {
      const { list } = await startFull()
      expect((await list({ state: 'failed' }))[0]).toEqual({
        id: expect.stringMatching(/^\d{16}$/),
        receivedAtMs: expect.any(Number),
        ...{
          state: 'failed',
          code: null,
          notes: [],
          verified: true,
          canReplay: true,
          canAccept: false,
        },
        ...{ tries: 5, interruptions: 0, lastError: 'RangeError', bodyBytes: expect.any(Number) },
        ...{ eventName: 'submission.updated', submissionUuid: uuidOf(3), status: 'FAILED' },
        occurredAt: eventWith({}).timestamp,
        storageKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      })
    })

    it('gives it page by page', async () => {
      const { view } = await startFull()
      const pages = []
      for (let before: string | null | undefined; before !== null; ) {
        const page = await view.list({ limit: 4, ...(before === undefined ? {} : { before }) })
        pages.push(page.entries.map(({ state }) => state))
        before = page.next
      }
      expect(pages.map((page) => page.length)).toEqual([4, 2])
      expect(new Set(pages.flat()).size).toBe(6)
    })

    it.each([
      ['the event name', 'SUBMISSION.upd', 5],
      ['the status', 'handled', 1],
      ['a status with characters of patterns', 'accepted_%', 2],
      ['a pattern that is none', 'h%d', 0],
      ['a backslash', '\\', 0],
      ['the submission', uuidOf(3), 1],
      ['the code', 'invalid-PAYLOAD', 1],
      ['the body', 'MÜLLER & sö', 1],
      ['text that no body can hold', 'a\0', 0],
      ['nothing', '', 6],
    ])('finds entries by %s', async (_says, search, count) => {
      const { list } = await startFull()
      expect(await list({ search })).toHaveLength(count)
    })

    it('looks at the start of a body in quarantine only, as anyone may fill it with large ones', async () => {
      const { list, quarantine } = await startInbox(store)
      for (const start of ['é', '\xFF']) {
        const noise = Buffer.from(
          `${start}near${' '.repeat(60_000)}far`,
          start === 'é' ? 'utf8' : 'latin1',
        )
        await quarantine(refusedWith(new Uint8Array(noise), { code: 'invalid-json' }))
      }
      expect(await list({ search: 'near' })).toHaveLength(2)
      expect(await list({ search: 'far' })).toEqual([])
    })

    it('finds entries by their storage key and within a state', async () => {
      const { list } = await startFull()
      const [entry] = await list({ state: 'handled' })
      const search = entry?.storageKey.slice(0, 20).toUpperCase() ?? ''
      expect(await list({ search })).toEqual([entry])
      expect(await list({ search, state: 'failed' })).toEqual([])
    })

    it.each(['', '1', 'x'.repeat(16), '9'.repeat(16), '0000000000000001 '])(
      'knows no entry %j',
      async (id) => {
        const { view } = await startFull()
        expect([await view.read(id), await view.replay(id)]).toEqual([undefined, 'unknown'])
      },
    )

    it('gives what was handled or set aside to the handler again, once', async () => {
      const { list, view, jobs } = await startFull()
      const before = await jobs()
      for (const state of ['handled', 'failed'] as const) {
        const [{ id } = { id: '' }] = await list({ state })
        const said = await Promise.all([view.replay(id), view.replay(id)])
        expect(said.toSorted()).toEqual(['not-replayable', 'queued'])
        expect(await view.read(id)).toMatchObject({ state: 'accepted', tries: 0, lastError: null })
      }
      expect(await jobs()).toHaveLength(before.length + 2)
    })

    it.each(['accepted', 'duplicate', 'quarantined'] as const)(
      'gives nothing that is %s to the handler again',
      async (state) => {
        const { list, view, jobs } = await startFull()
        const before = await jobs()
        const [entry] = await list({ state })
        expect(entry?.canReplay).toBe(false)
        expect(await view.replay(entry?.id ?? '')).toBe('not-replayable')
        expect(await jobs()).toEqual(before)
      },
    )

    it('tells at once of a change, and of many changes a few times', async () => {
      const { view, add } = await startInbox(store)
      let calls = 0
      const first = Promise.withResolvers<void>()
      const unwatch = view.watch(() => {
        calls += 1
        first.resolve()
      })
      await add(eventWith({}))
      await first.promise
      const startedMs = performance.now()
      for (let count = 0; count < 30; count++) await add(eventWith({}))
      await expect.poll(() => calls).toBeGreaterThan(1)
      expect(calls).toBeLessThan(3 + ((performance.now() - startedMs) / 1_000) * 3)
      unwatch()
      const told = calls
      // Somebody else is told of what comes now.
      const second = new Promise<void>((resolve) => void view.watch(resolve))
      await add(eventWith({}))
      await second
      expect(calls).toBe(told)
    })
  })
}
