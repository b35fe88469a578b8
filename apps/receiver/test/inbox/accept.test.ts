import type { Database } from '@partner-platform/database'
import { expect, it } from 'vitest'
import { readEvent } from '../../src/handle/try-event.ts'
import { createInbox } from '../../src/index.ts'
import { events } from '../../src/store/schema.ts'
import { eventWith, nowMs, returned } from '../deliveries.ts'
import { useInbox } from './start-inbox.ts'

const startInbox = useInbox()
const daySeconds = 86_400
const bytesOf = (event: object) => JSON.stringify(event)

/** Every row that accepting an entry may change. */
const dump = async ({ query }: Pick<Database, 'query'>) => ({
  events: await query('select * from events order by id'),
  submissions: await query('select * from submissions order by uuid'),
  quarantine: await query('select * from quarantine order by id'),
  arrivals: await query('select * from arrivals order by id'),
  jobs: await query('select id, state from pgboss.job order by id'),
})

it('D-008 a quarantined entry becomes an event under the same id', async () => {
  const { put, view, list, jobs, database, bodyOf } = await startInbox()
  const event = eventWith({ status: 'LATE' })
  const id = await put(bytesOf(event))
  expect((await view.read(id))?.canAccept).toBe(true)
  expect(await view.accept(id)).toEqual({ outcome: 'accepted' })
  expect(await list()).toMatchObject([
    { id, state: 'accepted', status: 'LATE', verified: true, code: null, canAccept: false },
  ])
  expect((await view.read(id))?.notes).not.toContain('unverified')
  expect(await bodyOf(id)).toBe(bytesOf(event))
  expect(await jobs()).toHaveLength(1)
  expect((await dump(database)).quarantine).toEqual([])
})

it.each([
  ['D-008 its JSON is invalid', '{"event":', {}, { outcome: 'refused', code: 'invalid-json' }],
  ['D-008 its schema is invalid', '{}', {}, { outcome: 'refused', code: 'invalid-payload' }],
  ['D-007 it is unverified', bytesOf(returned), { verified: false }, { outcome: 'not-verified' }],
] as const)('an entry stays in quarantine if %s', async (_, body, refused, wanted) => {
  const { put, view, database } = await startInbox()
  const id = await put(body, refused)
  const before = await dump(database)
  const answer = await view.accept(id, { allowOld: true })
  expect(answer).toMatchObject(wanted)
  if (body === '{}') expect('issues' in answer && answer.issues.length).toBeGreaterThan(0)
  expect(await dump(database)).toEqual(before)
})

it('D-005 a known event has no second effect', async () => {
  const { add, put, view, jobs, list } = await startInbox()
  await add(returned)
  const id = await put(`${bytesOf(returned)} `)
  expect(await view.accept(id)).toEqual({ outcome: 'duplicate' })
  expect(await jobs()).toHaveLength(1)
  const notes = expect.arrayContaining(['other-bytes'])
  expect((await list())[0]).toMatchObject({ id, state: 'duplicate', notes })
})

it('D-014 an accepted event is superseded by a newer one', async () => {
  const { add, put, view, list } = await startInbox()
  await add(eventWith({ seconds: 1 }))
  await view.accept(await put(bytesOf(returned)))
  expect((await list())[0]?.state).toBe('superseded')
})

it('D-005 an old event needs a confirmation', async () => {
  const { put, view, database } = await startInbox()
  const id = await put(bytesOf(eventWith({ seconds: -31 * daySeconds })))
  const before = await dump(database)
  const refused = { outcome: 'refused', code: 'timestamp-too-old' }
  expect(await view.accept(id)).toMatchObject(refused)
  expect(await view.accept(id, { allowOld: false })).toMatchObject(refused)
  expect(await dump(database)).toEqual(before)
  expect(await view.accept(id, { allowOld: true })).toEqual({ outcome: 'accepted' })
})

it('D-005 an event of the first century is accepted and read unchanged', async () => {
  const { put, view, list, database } = await startInbox()
  const event = { ...returned, timestamp: '0042-03-01T12:00:00.000Z' }
  const id = await put(bytesOf(event))
  expect(await view.accept(id, { allowOld: true })).toEqual({ outcome: 'accepted' })
  expect((await list())[0]?.occurredAt).toBe(event.timestamp)
  const [stored] = await database.orm.select().from(events)
  expect(await readEvent(stored as NonNullable<typeof stored>)).toMatchObject({ event })
})

it('D-005 an event ahead of the clock must wait for it', async () => {
  const { put, view } = await startInbox()
  const seconds = (nowMs - Date.parse(returned.timestamp)) / 1_000
  const refused = { outcome: 'refused', code: 'timestamp-in-future' }
  const ahead = await put(bytesOf(eventWith({ seconds: seconds + 600 })))
  expect(await view.accept(ahead, { allowOld: true })).toMatchObject(refused)
  const now = await put(bytesOf(eventWith({ seconds })))
  expect(await view.accept(now)).toEqual({ outcome: 'accepted' })
})

it('I1 an entry changes in one transaction, or stays as it is', async () => {
  const { put, database } = await startInbox()
  const id = await put(bytesOf(returned))
  const before = await dump(database)
  let [isBroken, count] = [true, 0]
  const transaction: Database['transaction'] = (work, config) =>
    database.transaction(async (tx) => {
      const done = await work(tx)
      count += 1
      if (isBroken) throw new Error('It broke off.')
      return done
    }, config)
  const options = { environment: 'staging', now: () => nowMs } as const
  const { view, close } = await createInbox({ ...database, transaction }, options)
  await expect(view.accept(id)).rejects.toThrow('It broke off.')
  expect(await dump(database)).toEqual(before)
  isBroken = false
  expect(await view.accept(id)).toEqual({ outcome: 'accepted' })
  expect(count).toBe(2)
  await close()
})
