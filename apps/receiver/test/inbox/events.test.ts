import { expect, it, onTestFinished } from 'vitest'
import { createInbox } from '../../src/index.ts'
import { deliveryOf, eventWith, returned, uuidOf } from '../deliveries.ts'
import { useInbox } from './start-inbox.ts'

const startInbox = useInbox()

it('D-005 an effect is stored once, and other bytes are noted', async () => {
  const { add, list, jobs, bodyOf } = await startInbox()
  await add(returned)
  expect(await add(returned, { text: JSON.stringify(returned, null, 4) })).toBe('duplicate')
  const spelt = eventWith({ uuid: returned.submission.uuid.toUpperCase() })
  spelt.timestamp = returned.timestamp.replace('Z', '000+00:00')
  expect(await add(spelt)).toBe('duplicate')
  for (const { id, notes } of await list({ state: 'duplicate' })) {
    expect([notes, await bodyOf(id)]).toEqual([['other-bytes'], JSON.stringify(returned)])
  }
  expect(await jobs()).toHaveLength(1)
})

it('D-005 D-014 two identifiers that differ in case, and are not UUIDs, are two submissions', async () => {
  const { add, database } = await startInbox()
  expect(await add(eventWith({ uuid: 'sub_aB', seconds: 2 }))).toBe('accepted')
  expect(await add(eventWith({ uuid: 'sub_Ab', seconds: 2 }))).toBe('accepted')
  expect(await add(eventWith({ uuid: 'sub_ab', seconds: 1 }))).toBe('accepted')
  const stored = await database.query('select submission_uuid, superseded from events order by id')
  expect(stored).toEqual(
    ['sub_aB', 'sub_Ab', 'sub_ab'].map((uuid) => ({ submission_uuid: uuid, superseded: false })),
  )
})

it('F17 D-005 an event is stored once if 300 copies arrive at once', async () => {
  const { add, list, jobs } = await startInbox()
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => add(returned)))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(await jobs()).toHaveLength(1)
  expect(await list({ limit: 1_000 })).toHaveLength(300)
})

it('F7 every waiting delivery fails at once while the store is away', async () => {
  const { database } = await startInbox()
  let calls = 0
  const transaction = async () => {
    calls += 1
    throw Object.assign(new Error('away'), { code: '57P01' })
  }
  const inbox = await createInbox({ ...database, transaction }, { environment: 'staging' })
  onTestFinished(() => inbox.close())
  const delivery = deliveryOf(JSON.stringify(returned))
  const all = Array.from({ length: 300 }, () => inbox.add(returned, delivery))
  const settled = await Promise.allSettled(all)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(300)
  expect(calls).toBe(1)
})

it('D-014 an event is flagged if a newer one was stored before, and only then', async () => {
  const { add, list } = await startInbox()
  for (const seconds of [2, 1, 3, 2]) await add(eventWith({ seconds, status: `S${seconds}` }))
  // The older copy does not bring its time back.
  await add(eventWith({ seconds: 2.5 }))
  await add(eventWith({ seconds: 3, status: 'OTHER' }))
  await add(eventWith({ seconds: 1, uuid: uuidOf(1) }))
  expect((await list()).map(({ state }) => state).toReversed()).toEqual([
    ...['accepted', 'superseded', 'accepted', 'duplicate', 'superseded', 'accepted', 'accepted'],
  ])
})

it('D-014 events that share a transaction are flagged by their order', async () => {
  const { add, list } = await startInbox()
  // The first goes alone; the others wait for it and share a transaction.
  await Promise.all([5, 9, 7, 9.5, 1, 10].map((seconds) => add(eventWith({ seconds }))))
  expect((await list()).map(({ state }) => state).toReversed()).toEqual([
    ...['accepted', 'accepted', 'superseded', 'accepted', 'superseded', 'accepted'],
  ])
})

it('D-024 an event of an unknown name is stored without a job', async () => {
  const { add, list, jobs, view } = await startInbox()
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
])('%s in a status is stored', async (_says, status) => {
  const { add, list, bodyOf } = await startInbox()
  const event = eventWith({ status })
  expect([await add(event), await add(event)]).toEqual(['accepted', 'duplicate'])
  expect(await add(eventWith({ status: `${status}2` }))).toBe('accepted')
  const [entry] = (await list()).slice(-1)
  expect(entry?.status).toBe(status.replace(/[\0\ud800]/, '\uFFFD'))
  expect(JSON.parse(await bodyOf(entry?.id ?? ''))).toEqual(event)
})

it('D-005 odd UUIDs are stored, and an impossible event harms no other of its transaction', async () => {
  const { add, list } = await startInbox()
  const uuids = [uuidOf(1), `${uuidOf(1)}\0`, '\uD800', 'f'.repeat(9_000), '']
  const bad = { ...eventWith({ uuid: uuidOf(2) }), timestamp: 'no time' }
  const events = [...uuids.map((uuid) => eventWith({ uuid })), bad]
  const settled = await Promise.allSettled(events.map((event) => add(event)))
  expect(settled.map(({ status }) => status)).toEqual([...uuids.map(() => 'fulfilled'), 'rejected'])
  expect(await list()).toHaveLength(uuids.length)
})

it('the first header lines that fit are stored', async () => {
  const { add, list, view } = await startInbox({ headerBytes: 10 })
  const headers = [
    ['a', '1234'],
    ['b', '123'],
    ['c', '12'],
  ] as const
  await add(returned, { headers })
  const detail = await view.read((await list())[0]?.id ?? '')
  expect(detail?.headers).toEqual(headers.slice(0, 2))
})

it('old arrivals leave the list unless their event is waiting', async () => {
  const { add, list, database } = await startInbox({ arrivals: 40 })
  const waiting = eventWith({ seconds: -1 })
  await add(waiting)
  await add(returned)
  await database.query(
    `update events set handling = 'handled' where id = (select max(id) from events)`,
  )
  for (let count = 0; count < 60; count++) await add(returned)
  await expect.poll(async () => (await list()).length).toBeLessThan(45)
  const listed = await list()
  expect(listed.length).toBeGreaterThan(40)
  expect(listed.at(-1)?.state).toBe('accepted')
  expect(await add(waiting)).toBe('duplicate')
})
