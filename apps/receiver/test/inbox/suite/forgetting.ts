import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { eventWith, nowMs } from '../../deliveries.ts'
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
      expect(found?.events).toBe(2)
    })
  })
}
