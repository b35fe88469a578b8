import { constants } from '@partner-platform/types'
import { expect, it } from 'vitest'
import { eventWith, nowMs, uuidOf } from '../deliveries.ts'
import { useInbox } from './start-inbox.ts'

const startInbox = useInbox()
const { timestampAgeLimitSeconds, timestampFutureLimitSeconds } = constants
/** How much later another event must arrive for an event to be deleted. */
const lifeSeconds = timestampAgeLimitSeconds + timestampFutureLimitSeconds + 86_400
const late = lifeSeconds + 1_000
const other = uuidOf(1)

it.each([
  ['D-005 are deleted once no copy can be accepted', late, late, 'handled', 1],
  ['D-005 stay if they are young enough', lifeSeconds - 60, late, 'handled', 2],
  ['D-005 stay if only our clock is late', 1, late, 'handled', 2],
  ['D-005 stay if only the sender is late', late, 600, 'handled', 2],
  ['stay while they are waiting', late, late, 'waiting', 2],
  ['stay if they failed', late, late, 'failed', 2],
])('events and their submission %s', async (_, eventSeconds, clockSeconds, end, left) => {
  const { add, database, close } = await startInbox({ arrivals: 1 })
  await add(eventWith({ uuid: other }))
  await database.query(`update events set handling = $1`, [end])
  const receivedAtMs = nowMs + clockSeconds * 1000
  await add(eventWith({ seconds: eventSeconds }), { receivedAtMs })
  await close()
  for (const table of ['events', 'submissions']) {
    expect(await database.query(`select 1 from ${table}`)).toHaveLength(left)
  }
})

it.each([
  [599, 2],
  [600, 1],
  [-599, 2],
  [-600, 1],
])(
  'old events are searched again after ten minutes: after %i s, %i are left',
  async (seconds, left) => {
    const { add, database, close } = await startInbox({ arrivals: 1 })
    await add(eventWith({ uuid: other }))
    await database.query(
      `update events set handling = 'handled', occurred_at = occurred_at - make_interval(secs => $1),
      received_at = received_at - make_interval(secs => $1)`,
      [late],
    )
    await add(eventWith({ seconds: 1 }), { receivedAtMs: nowMs + seconds * 1000 })
    await close()
    expect(await database.query('select 1 from events')).toHaveLength(left)
  },
)

it.each([
  ['a UUID in capitals', other.toUpperCase().replace('1', 'A')],
  ['an identifier with capitals', 'ABC-123'],
  ['a long identifier', 'E'.repeat(250)],
  ['no identifier', ''],
])(
  'D-014 an event is known to be superseded, however late a person handles or accepts it: %s',
  async (_, uuid) => {
    const { add, put, view, list, database, close } = await startInbox({ arrivals: 1 })
    const unread = eventWith({ uuid })
    const id = await put(JSON.stringify(unread))
    await add(eventWith({ uuid: other }))
    await database.query(`update events set handling = 'failed'`)
    await add(eventWith({ uuid: other, seconds: 1 }))
    await add(eventWith({ uuid, seconds: 1 }))
    await database.query(`update events set handling = 'handled' where handling = 'waiting'`)
    await add(eventWith({ seconds: late }), { receivedAtMs: nowMs + late * 1000 })
    await close()
    const failed = await database.query(
      `select exists (select from submissions where uuid = submission_uuid
      and newest_at > occurred_at) as superseded from events where handling = 'failed'`,
    )
    expect(failed).toEqual([{ superseded: true }])
    await view.accept(id)
    expect((await list()).find((entry) => entry.id === id)?.state).toBe('superseded')
  },
)

it('D-005 an event that was too old when a person accepted it stays: copies are in quarantine', async () => {
  const { add, put, view, database, close } = await startInbox({ arrivals: 1 })
  const old = JSON.stringify(eventWith({ uuid: other, seconds: -2 * lifeSeconds }))
  const receivedAtMs = nowMs - 2 * lifeSeconds * 1000
  const accept = async () => view.accept(await put(old, { receivedAtMs }), { allowOld: true })
  expect(await accept()).toEqual({ outcome: 'accepted' })
  await database.query(`update events set handling = 'handled'`)
  await add(eventWith({}))
  await close()
  expect(await accept()).toEqual({ outcome: 'duplicate' })
})
