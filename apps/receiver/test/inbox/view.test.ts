import { expect, it } from 'vitest'
import { eventWith, returned, uuidOf } from '../deliveries.ts'
import { useInbox } from './start-inbox.ts'

const startInbox = useInbox()

/** An inbox with one entry of each state. */
async function startFull() {
  const inbox = await startInbox()
  const { add, put, database } = inbox
  await add(eventWith({ uuid: uuidOf(1), status: 'ACCEPTED_%' }))
  await add(eventWith({ uuid: uuidOf(2), status: 'HANDLED' }))
  await add(eventWith({ uuid: uuidOf(3), status: 'FAILED' }))
  await add(eventWith({ uuid: uuidOf(2), status: 'SUPERSEDED', seconds: -1 }))
  await add(eventWith({ uuid: uuidOf(1), status: 'ACCEPTED_%' }))
  await put('{"event":"Müller & Söhne"}')
  await database.query(`update events set handling = 'handled', tries = 1 where status = 'HANDLED'`)
  await database.query(`update events set handling = 'failed', tries = 5,
    last_error = 'RangeError' where status = 'FAILED'`)
  return inbox
}

it('lists entries page by page, newest first, with their states and counts', async () => {
  const { view } = await startFull()
  const first = await view.list({ limit: 4 })
  const second = await view.list({ limit: 4, before: first.next ?? '' })
  const all = [...first.entries, ...second.entries]
  expect(all.map(({ state }) => state)).toEqual([
    ...['quarantined', 'duplicate', 'superseded', 'failed', 'handled', 'accepted'],
  ])
  const ids = all.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted().toReversed())
  expect([first.entries.length, second.next]).toEqual([4, null])
  expect(first.counts).toEqual({
    accepted: 1,
    handled: 1,
    failed: 1,
    superseded: 1,
    duplicate: 1,
    quarantined: 1,
  })
})

it('returns all details of an entry', async () => {
  const { list } = await startFull()
  expect((await list({ state: 'failed' }))[0]).toEqual({
    id: expect.stringMatching(/^\d{16}$/),
    receivedAtMs: expect.any(Number),
    state: 'failed',
    code: null,
    notes: [],
    verified: true,
    canReplay: true,
    canAccept: false,
    tries: 5,
    interruptions: 0,
    lastError: 'RangeError',
    eventName: 'submission.updated',
    submissionUuid: uuidOf(3),
    status: 'FAILED',
    occurredAt: returned.timestamp,
    bodyBytes: expect.any(Number),
    storageKey: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

it('finds entries by each of their texts, ignoring case', async () => {
  const { list } = await startFull()
  const [handled] = await list({ state: 'handled' })
  const storageKey = handled?.storageKey.slice(0, 20).toUpperCase() ?? ''
  const counts: [search: string, count: number][] = [
    ['SUBMISSION.upd', 5],
    ['handled', 1],
    ['accepted_%', 2],
    ['h%d', 0],
    ['\\', 0],
    [uuidOf(3), 1],
    ['invalid-PAYLOAD', 1],
    ['MÜLLER & sö', 1],
    ['a\0', 0],
    ['', 6],
    [storageKey, 1],
  ]
  for (const [search, count] of counts) {
    expect([search, await list({ search })]).toEqual([
      search,
      expect.objectContaining({ length: count }),
    ])
  }
  expect(await list({ search: storageKey, state: 'failed' })).toEqual([])
})

it('searches only the start of a quarantined body, because anyone may send large ones', async () => {
  const { list, put } = await startInbox()
  const noise = `near${' '.repeat(60_000)}far`
  await put(Buffer.from(`é${noise}`))
  await put(Buffer.from(`\xFF${noise}`, 'latin1'))
  expect(await list({ search: 'near' })).toHaveLength(2)
  expect(await list({ search: 'far' })).toEqual([])
})

it('replays only handled and failed entries, and each once', async () => {
  const { list, view, jobs } = await startFull()
  const before = await jobs()
  for (const state of ['accepted', 'duplicate', 'quarantined'] as const) {
    const [entry] = await list({ state })
    expect(entry?.canReplay).toBe(false)
    expect(await view.replay(entry?.id ?? '')).toBe('not-replayable')
  }
  for (const state of ['handled', 'failed'] as const) {
    const id = (await list({ state }))[0]?.id ?? ''
    const answers = await Promise.all([view.replay(id), view.replay(id)])
    expect(answers.toSorted()).toEqual(['not-replayable', 'queued'])
    expect(await view.read(id)).toMatchObject({ state: 'accepted', tries: 0, lastError: null })
  }
  expect(await jobs()).toHaveLength(before.length + 2)
})

it('announces a change at once, and many changes at a limited rate', async () => {
  const { view, add } = await startInbox()
  let calls = 0
  const first = Promise.withResolvers<void>()
  const unwatch = view.watch(() => {
    calls += 1
    first.resolve()
  })
  await add(returned)
  await first.promise
  const startedMs = performance.now()
  for (let count = 0; count < 30; count++) await add(returned)
  await expect.poll(() => calls).toBeGreaterThan(1)
  expect(calls).toBeLessThan(3 + ((performance.now() - startedMs) / 1_000) * 3)
  unwatch()
  const before = calls
  const second = new Promise<void>((resolve) => void view.watch(resolve))
  await add(returned)
  await second
  expect(calls).toBe(before)
})
