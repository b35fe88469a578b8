import { expect, it } from 'vitest'
import { QuarantineFullError } from '../../src/inbox/keep-bodies.ts'
import type { InboxBounds } from '../../src/index.ts'
import { eventWith, refusedWith } from '../deliveries.ts'
import { useInbox } from './start-inbox.ts'

const startInbox = useInbox()

async function start(bounds: Partial<InboxBounds> = {}) {
  const inbox = await startInbox(bounds)
  const keep = (verified: boolean, code: 'invalid-json' | 'missing-signature') => {
    return (storageKey: string, bytes = 10) =>
      inbox.quarantine(refusedWith(Buffer.alloc(bytes, 'x'), { storageKey, verified, code }))
  }
  const holds = async (isVerified: boolean) => {
    const counted = `select count(*) as rows, coalesce(sum(body_bytes), 0)::integer as bytes
      from quarantine where verified = $1`
    return (await inbox.database.query(counted, [isVerified]))[0]
  }
  return {
    ...inbox,
    /** Storage keys of the entries, oldest first. */
    keys: async () =>
      (await inbox.list({ limit: 2_000 })).map(({ storageKey }) => storageKey).toReversed(),
    putUnverified: keep(false, 'missing-signature'),
    putVerified: keep(true, 'invalid-json'),
    holdsUnverified: () => holds(false),
    holdsVerified: () => holds(true),
  }
}

it.each<[string, Partial<InboxBounds>]>([
  ['rows', { quarantineRows: 2 }],
  ['bytes', { quarantineBytes: 25 }],
])('D-007 the oldest unverified body makes room at the limit of %s', async (_, bounds) => {
  const { putUnverified, keys, holdsUnverified } = await start(bounds)
  for (const key of ['a', 'b', 'c']) await putUnverified(key)
  expect(await keys()).toEqual(['b', 'c'])
  expect(await holdsUnverified()).toEqual({ rows: 2, bytes: 20 })
})

it('F23 D-008 no flood of unverified bodies removes a verified one, or an event', async () => {
  const inbox = await start({ quarantineRows: 2, quarantineBytes: 25, arrivals: 20 })
  const { add, list, putUnverified, putVerified, keys } = inbox
  await add(eventWith({}))
  await putVerified('genuine', 200)
  for (let row = 0; row < 50; row++) await putUnverified(`${row}`)
  await putUnverified('large', 26)
  await putUnverified('last')
  expect((await keys()).slice(1)).toEqual(['genuine', 'last'])
  expect((await list()).at(-1)?.state).toBe('accepted')
  expect(await inbox.holdsUnverified()).toEqual({ rows: 1, bytes: 10 })
  expect(await inbox.holdsVerified()).toEqual({ rows: 1, bytes: 200 })
})

it('F23 D-008 without room, verified bodies are refused and unverified ones are not', async () => {
  const { putUnverified, putVerified, keys, holdsVerified } = await start({ verifiedRows: 2 })
  for (const key of ['a', 'b']) await putVerified(key)
  await expect(putVerified('c')).rejects.toThrow(QuarantineFullError)
  await putUnverified('d')
  expect(await keys()).toEqual(['a', 'b', 'd'])
  expect(await holdsVerified()).toEqual({ rows: 2, bytes: 20 })
})

it('F23 D-008 a refusal by bytes affects no other delivery of its transaction', async () => {
  const { add, putVerified, keys, holdsVerified, list } = await start({ verifiedBytes: 25 })
  const kept = await Promise.allSettled([
    ...[putVerified('a', 20), putVerified('large', 6), putVerified('b', 5)],
    ...[add(eventWith({})), putVerified('none', 1)],
  ])
  expect(kept.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
  ])
  expect((await keys()).filter((key) => key.length === 1)).toEqual(['a', 'b'])
  expect(await list({ state: 'accepted' })).toHaveLength(1)
  expect(await holdsVerified()).toEqual({ rows: 2, bytes: 25 })
})

it('D-008 the same verified bytes are stored once for each reason', async () => {
  const { putVerified, put, keys, list, holdsVerified } = await start({ verifiedRows: 3 })
  await Promise.all(['a', 'a', 'b', 'a'].map((key) => putVerified(key)))
  await putVerified('b')
  expect(await keys()).toEqual(['a', 'b'])
  expect(await holdsVerified()).toEqual({ rows: 2, bytes: 20 })
  for (let time = 0; time < 2; time++) {
    await put('x', { storageKey: 'a', code: 'timestamp-too-old' })
  }
  expect((await list()).map(({ code }) => code)).toEqual([
    ...['timestamp-too-old', 'invalid-json', 'invalid-json'],
  ])
})

it('the list shows how full each part is', async () => {
  const inbox = await start({ quarantineRows: 5, verifiedBytes: 100 })
  await inbox.putUnverified('a')
  for (const key of ['b', 'c']) await inbox.putVerified(key, 20)
  expect((await inbox.view.list({ limit: 1 })).quarantine).toEqual({
    unverified: { rows: 1, bytes: 10, limitRows: 5, limitBytes: 67_108_864 },
    verified: { rows: 2, bytes: 40, limitRows: 1_000, limitBytes: 100 },
  })
})

it('a body that is not text is stored byte for byte, and text in it is found', async () => {
  const { put, list, view } = await startInbox()
  const body = Buffer.from([0xff, 0x00, ...Buffer.from('Canary'), 0xed, 0xa0, 0x80])
  const id = await put(body, { code: 'invalid-utf8' })
  expect(await list({ search: 'cANARY' })).toMatchObject([
    {
      id,
      state: 'quarantined',
      code: 'invalid-utf8',
      verified: true,
      bodyBytes: body.length,
      eventName: null,
      submissionUuid: null,
      canReplay: false,
    },
  ])
  expect(Buffer.from((await view.read(id))?.body ?? [])).toEqual(body)
})

it('an entry shows what its body says about itself, and its first 50 issues', async () => {
  const { put, list, view } = await startInbox()
  const body = JSON.stringify({ event: 'a\0b', timestamp: 'once', submission: { status: 7 } })
  const issueAt = (at: number) => ({ path: `/\0\ud800${at}`, message: 'is wrong', keyword: 'type' })
  const issues = Array.from({ length: 60 }, (_, at) => issueAt(at))
  const id = await put(body, { issues })
  const said = { eventName: 'a\uFFFDb', occurredAt: 'once', status: null }
  expect(await list()).toMatchObject([said])
  expect((await view.read(id))?.issues).toEqual(issues.slice(0, 50))
})
