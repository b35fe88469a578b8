import type { Database } from '@partner-platform/database'
import { constants } from '@partner-platform/types'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { forgetEvents } from '../../../src/inbox/prune-arrivals.ts'
import { createInbox } from '../../../src/index.ts'
import { rowsOf } from '../../../src/store/record-set.ts'
import { eventWith, nowMs, refusedWith } from '../../deliveries.ts'
import type { TestStore } from '../../use-store.ts'
import { startInbox } from './start-inbox.ts'

const { timestampAgeLimitSeconds, timestampFutureLimitSeconds } = constants
const daySeconds = 86_400
/** How much later something must arrive for an event to be forgotten. */
const lifeSeconds = timestampAgeLimitSeconds + timestampFutureLimitSeconds + daySeconds
const other = '00000000-0000-4000-8000-000000000001'

export function testForgetting(store: TestStore) {
  describe('old events', () => {
    /** Keeps two events, of which the first comes to an end, and then one that comes so much later. */
    async function start(given: { eventSeconds: number; clockSeconds: number; end?: string }) {
      const { eventSeconds, clockSeconds, end = 'handled' } = given
      const inbox = await startInbox(store, { arrivals: 1 })
      const { add, database } = inbox
      const event = eventWith({ uuid: other })
      await add(event)
      await database.query(`update events set handling = $1`, [end])
      const receivedAtMs = nowMs + clockSeconds * 1000
      await add(eventWith({ seconds: eventSeconds }), { receivedAtMs })
      await inbox.close()
      const [count] = await database.query<{ events: number; submissions: number }>(
        `select (select count(*)::integer from events) as events,
          (select count(*)::integer from submissions) as submissions`,
      )
      return count
    }
    const late = lifeSeconds + 60

    it('D-005 are forgotten, with their submission, once no copy could be accepted', async () => {
      const found = await start({ eventSeconds: late, clockSeconds: late })
      expect(found).toEqual({ events: 1, submissions: 1 })
    })

    it.each([
      ['they are just young enough', { eventSeconds: lifeSeconds - 60, clockSeconds: late }],
      ['only our clock says so', { eventSeconds: 1, clockSeconds: late }],
      ['only the sender says so', { eventSeconds: late, clockSeconds: 1 }],
    ])('D-005 stay if %s', async (_, given) => {
      expect(await start(given)).toEqual({ events: 2, submissions: 2 })
    })

    it.each(['waiting', 'failed'])('stay while they are %s', async (end) => {
      const found = await start({ eventSeconds: late, clockSeconds: late, end })
      expect(found).toEqual({ events: 2, submissions: 2 })
    })

    it('stay if they are replayed while they are being forgotten', async () => {
      const { add, view, list, jobs, database } = await startInbox(store)
      // On the embedded store one transaction follows the other.
      if (database.kind === 'embedded') return
      await add(eventWith({ uuid: other }))
      const [entry] = await list()
      await add(eventWith({ seconds: late }), { receivedAtMs: nowMs + late * 1000 })
      await database.query(`update events set handling = 'handled'`)
      await database.query('delete from pgboss.job')
      const replayed = Promise.withResolvers<void>()
      const blocked = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const transaction: Database['transaction'] = (work, config) =>
        database.transaction(async (tx) => {
          const done = await work(tx)
          replayed.resolve()
          await expect.poll(async () => rowsOf(tx, blocked)).toHaveLength(1)
          return done
        }, config)
      const slow = await createInbox({ ...database, transaction }, { environment: 'staging' })
      const replaying = slow.view.replay(entry?.id ?? '')
      await replayed.promise
      await forgetEvents(database, nowMs + late * 1000)
      expect(await replaying).toBe('queued')
      await slow.close()
      expect(await jobs()).toHaveLength(1)
      expect((await view.read(entry?.id ?? ''))?.state).toBe('accepted')
    })

    it('D-014 are known to be superseded, however late somebody handles them', async () => {
      const inbox = await startInbox(store, { arrivals: 1 })
      const { add, quarantine, view, list, database } = inbox
      const unread = eventWith({ uuid: other.toUpperCase().replace('1', '2') })
      await quarantine(
        refusedWith(JSON.stringify(unread), { code: 'invalid-payload', verified: true }),
      )
      const [entry] = await list()
      await add(eventWith({ uuid: other }))
      await database.query(`update events set handling = 'failed'`)
      await add(eventWith({ uuid: other, seconds: 1 }))
      await add(eventWith({ uuid: unread.submission.uuid, seconds: 1 }))
      await database.query(`update events set handling = 'handled' where handling = 'waiting'`)
      await add(eventWith({ seconds: late }), { receivedAtMs: nowMs + late * 1000 })
      await inbox.close()
      const failed = await database.query(
        `select exists (select from submissions where uuid = submission_uuid
          and newest_at > occurred_at) as superseded from events where handling = 'failed'`,
      )
      expect(failed).toEqual([{ superseded: true }])
      await view.accept(entry?.id ?? '')
      expect((await list()).find(({ id }) => id === entry?.id)?.state).toBe('superseded')
    })

    it('D-005 stay if they were too old when a person accepted them: copies are in quarantine', async () => {
      const inbox = await startInbox(store, { arrivals: 1 })
      const { add, quarantine, view, list } = inbox
      const old = JSON.stringify(eventWith({ uuid: other, seconds: -2 * lifeSeconds }))
      const accept = async () => {
        const receivedAtMs = nowMs - 2 * lifeSeconds * 1000
        const refused = { code: 'timestamp-too-old', verified: true, receivedAtMs } as const
        await quarantine(refusedWith(old, refused))
        const [entry] = await list()
        return view.accept(entry?.id ?? '', { allowOld: true })
      }
      expect(await accept()).toEqual({ outcome: 'accepted' })
      await inbox.database.query(`update events set handling = 'handled'`)
      await add(eventWith({}))
      await inbox.close()
      expect(await accept()).toEqual({ outcome: 'duplicate' })
    })
  })
}
