import type { Database } from '@partner-platform/database'
import type { QuarantinedDelivery } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { createInbox } from '../../../src/index.ts'
import { eventWith, nowMs, refusedWith } from '../../deliveries.ts'
import type { TestStore } from '../../use-store.ts'
import { startInbox } from './start-inbox.ts'

const daySeconds = 86_400
const missingId = '9'.repeat(16)
/** A reader of before could not read it. */
const unread = { code: 'invalid-payload', verified: true } as const
const bytesOf = (event: object) => JSON.stringify(event)

/** Every row that accepting an entry may touch. */
const dump = async ({ query }: Pick<Database, 'query'>) => ({
  holdings: await query('select * from holdings'),
  events: await query('select * from events order by id'),
  submissions: await query('select * from submissions order by uuid'),
  quarantine: await query('select * from quarantine order by id'),
  arrivals: await query('select * from arrivals order by id'),
  jobs: await query('select id, state from pgboss.job order by id'),
})

/** A database that breaks off in a transaction at the given use of it. */
function breakAt(database: Database, use: number): { database: Database; uses(): number } {
  let uses = 0
  const watched = new Set<PropertyKey>(['execute', 'select', 'insert', 'update', 'delete'])
  const transaction: Database['transaction'] = (work, config) =>
    database.transaction((tx) => {
      const breaking = new Proxy(tx, {
        get(target, name) {
          if (watched.has(name) && ++uses === use) throw new Error('It broke off.')
          const value = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      return work(breaking)
    }, config)
  return { database: { ...database, transaction }, uses: () => uses }
}

/** A mutant: what was done before a failure stays done. */
function commitHalves(database: Database): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    const done = await database.transaction(
      async (tx) =>
        work(tx).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
      config,
    )
    if ('error' in done) throw done.error
    return done.value
  }
  return { ...database, transaction }
}

export function testAccept(store: TestStore) {
  const start = async () => {
    const inbox = await startInbox(store)
    return {
      ...inbox,
      /** Puts a body in quarantine and gives the id of its entry. */
      put: async (body: string, refused: Partial<QuarantinedDelivery> = unread) => {
        await inbox.quarantine(refusedWith(body, refused))
        return (await inbox.list())[0]?.id ?? ''
      },
    }
  }

  describe('an entry in quarantine that is accepted by hand', () => {
    it('D-008 becomes an event like any other, under the same id', async () => {
      const { put, view, list, jobs, database } = await start()
      const event = eventWith({ status: 'LATE' })
      const id = await put(bytesOf(event))
      expect((await view.read(id))?.canAccept).toBe(true)
      expect(await view.accept(id)).toEqual({ outcome: 'accepted' })
      expect(await list()).toMatchObject([
        { id, state: 'accepted', status: 'LATE', verified: true, code: null, canAccept: false },
      ])
      expect((await view.read(id))?.notes).not.toContain('unverified')
      expect(Buffer.from((await view.read(id))?.body ?? []).toString()).toBe(bytesOf(event))
      expect(await jobs()).toHaveLength(1)
      const { holdings, quarantine } = await dump(database)
      expect(quarantine).toEqual([])
      expect(holdings).toMatchObject([{ verified_rows: 0, verified_bytes: 0 }])
    })

    it('D-008 stays where it is while its cause remains, which is named', async () => {
      const { put, view, database } = await start()
      const broken = await put('{"event":', { code: 'invalid-json', verified: true })
      const empty = await put('{}')
      const before = await dump(database)
      expect(await view.accept(broken)).toMatchObject({
        ...{ outcome: 'refused', code: 'invalid-json' },
      })
      const answer = await view.accept(empty, { allowOld: true })
      expect(answer).toMatchObject({ outcome: 'refused', code: 'invalid-payload' })
      expect('issues' in answer && answer.issues.length).toBeGreaterThan(0)
      expect(await dump(database)).toEqual(before)
    })

    it('D-007 is never one that was not verified', async () => {
      const { put, view, database } = await start()
      const id = await put(bytesOf(eventWith({})), { code: 'signature-mismatch' })
      const before = await dump(database)
      expect((await view.read(id))?.canAccept).toBe(false)
      expect(await view.accept(id, { allowOld: true })).toEqual({ outcome: 'not-verified' })
      expect(await dump(database)).toEqual(before)
    })

    it('D-005 has no effect a second time, and says so', async () => {
      const { add, put, view, jobs, list } = await start()
      const event = eventWith({})
      await add(event)
      const id = await put(`${bytesOf(event)} `)
      expect(await view.accept(id)).toEqual({ outcome: 'duplicate' })
      expect(await jobs()).toHaveLength(1)
      expect((await list())[0]).toMatchObject({
        id,
        state: 'duplicate',
        notes: expect.arrayContaining(['other-bytes']),
      })
    })

    it('D-014 is superseded by a newer event that came before', async () => {
      const { add, put, view, list } = await start()
      await add(eventWith({ seconds: 1 }))
      await view.accept(await put(bytesOf(eventWith({}))))
      expect((await list())[0]?.state).toBe('superseded')
    })

    it('D-005 is an old one only if that is confirmed', async () => {
      const { put, view, database } = await start()
      const seconds = -31 * daySeconds
      const id = await put(bytesOf(eventWith({ seconds })), {
        ...{ code: 'timestamp-too-old', verified: true },
      })
      const before = await dump(database)
      const refused = { outcome: 'refused', code: 'timestamp-too-old' }
      expect(await view.accept(id)).toMatchObject(refused)
      expect(await view.accept(id, { allowOld: false })).toMatchObject(refused)
      expect(await dump(database)).toEqual(before)
      expect(await view.accept(id, { allowOld: true })).toEqual({ outcome: 'accepted' })
    })

    it('D-005 is one ahead of the clock only once the clock is mended', async () => {
      const { put, view } = await start()
      const seconds = (nowMs - Date.parse(eventWith({}).timestamp)) / 1_000 + 600
      const ahead = { code: 'timestamp-in-future', verified: true } as const
      const id = await put(bytesOf(eventWith({ seconds })), ahead)
      expect(await view.accept(id, { allowOld: true })).toMatchObject({
        ...{ outcome: 'refused', code: 'timestamp-in-future' },
      })
      const last = await put(bytesOf(eventWith({ seconds: seconds - 600 })), ahead)
      expect(await view.accept(last)).toEqual({ outcome: 'accepted' })
    })

    it('has one effect, however many accept it at once', async () => {
      const { put, view, jobs, database } = await start()
      const id = await put(bytesOf(eventWith({})))
      await put(bytesOf({}))
      const answers = await Promise.all(Array.from({ length: 8 }, () => view.accept(id)))
      const outcomes = answers.map(({ outcome }) => outcome).toSorted()
      expect(outcomes).toEqual(['accepted', ...Array(7).fill('not-quarantined')])
      expect(await jobs()).toHaveLength(1)
      const { holdings, quarantine } = await dump(database)
      expect([quarantine.length, holdings]).toMatchObject([1, [{ verified_rows: 1 }]])
    })

    it('is one that is there, and in quarantine', async () => {
      const { add, view, list } = await start()
      await add(eventWith({}))
      const [entry] = await list()
      expect(await view.accept(entry?.id ?? '')).toEqual({ outcome: 'not-quarantined' })
      for (const id of [missingId, '', 'x', '%00']) {
        expect(await view.accept(id)).toEqual({ outcome: 'unknown' })
      }
    })

    /** Accepts an entry again and again, each time broken off one step later; gives the broken states. */
    async function breakOff(change: (database: Database) => Database) {
      const { put, database } = await start()
      const id = await put(bytesOf(eventWith({})))
      const before = await dump(database)
      const changed: number[] = []
      for (let step = 1; ; step++) {
        const breaking = breakAt(database, step)
        const options = { environment: 'staging', now: () => nowMs } as const
        const inbox = await createInbox(
          { ...breaking.database, transaction: change(breaking.database).transaction },
          options,
        )
        const isAccepted = await inbox.view.accept(id).then(
          () => true,
          () => false,
        )
        await inbox.close()
        if (isAccepted) return { steps: step, changed }
        if (JSON.stringify(await dump(database)) === JSON.stringify(before)) continue
        changed.push(step)
        return { steps: step, changed }
      }
    }

    it('I1 is whole where it was or where it goes, wherever the store breaks off', async () => {
      const { steps, changed } = await breakOff((database) => database)
      expect(changed).toEqual([])
      // The faults landed.
      expect(steps).toBeGreaterThan(5)
    })

    it('I1 is lost to the mutant that leaves the quarantine in a transaction of its own', async () => {
      expect((await breakOff(commitHalves)).changed).toHaveLength(1)
    })
  })
}
