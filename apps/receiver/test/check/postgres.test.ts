import { type Database, rowsOf } from '@partner-platform/database'
import { constants } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { forgetEvents } from '../../src/inbox/prune-arrivals.ts'
import { createInbox, openStore, type ReceiverOptions } from '../../src/index.ts'
import { createSender } from '../../src/testing/create-sender.ts'
import { deliveryOf, eventWith, nowMs, returned, returnedBytes, uuidOf } from '../deliveries.ts'
import { createStartInbox } from '../inbox/start-inbox.ts'
import { callbackPath, startReceiver } from '../use-receiver.ts'
import { useStore } from '../use-store.ts'

// Only what several connections or processes change; the embedded store runs the same SQL.
const store = useStore('postgres')
const startInbox = createStartInbox(store)
const { accepted, storageFailed } = constants.receiverAnswers
const secret = createSecret()
const signed = async (body: Uint8Array) => ({
  body,
  signature: await signPayload({ body, secret }),
})
const bytesOf = (event: object) => Buffer.from(JSON.stringify(event))

it('D-008 an accepted entry has one effect, even if 8 people accept it at once', async () => {
  const { put, view, jobs, list, database } = await startInbox()
  const id = await put(JSON.stringify(returned))
  await put('{}')
  const answers = await Promise.all(Array.from({ length: 8 }, () => view.accept(id)))
  const outcomes = answers.map(({ outcome }) => outcome).toSorted()
  expect(outcomes).toEqual(['accepted', ...Array(7).fill('not-quarantined')])
  expect(await jobs()).toHaveLength(1)
  expect(await list({ search: 'submission.UPD', state: 'accepted' })).toHaveLength(1)
  expect(await database.query('select 1 from quarantine')).toHaveLength(1)
})

/** An inbox that ends its first transaction only when another one waits for it. */
async function openSlowInbox(database: Database) {
  const worked = Promise.withResolvers<void>()
  let count = 0
  const blocked = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const transaction: Database['transaction'] = (work, config) =>
    database.transaction(async (tx) => {
      const done = await work(tx)
      if (count++ > 0) return done
      worked.resolve()
      // Else a transaction sees these statistics as they were when it first asked.
      await rowsOf(tx, sql`set local stats_fetch_consistency = 'none'`)
      await expect.poll(() => rowsOf(tx, blocked), { interval: 5 }).toHaveLength(1)
      return done
    }, config)
  const inbox = await createInbox({ ...database, transaction }, { environment: 'staging' })
  return { ...inbox, worked: worked.promise }
}

it('D-005 an event that two processes add at once is an event and a duplicate', async () => {
  const { add, database, jobs } = await startInbox()
  const slow = await openSlowInbox(database)
  const first = slow.add(returned, deliveryOf(JSON.stringify(returned)))
  await slow.worked
  const second = add(returned, { text: JSON.stringify(returned, null, 1) })
  expect(await Promise.all([first, second])).toEqual(['accepted', 'duplicate'])
  await slow.close()
  expect(await jobs()).toHaveLength(1)
})

it('D-005 an event stays if it is replayed while it is being deleted', async () => {
  const { add, view, list, jobs, database } = await startInbox()
  const lateSeconds = constants.timestampAgeLimitSeconds + 2 * 86_400
  await add(eventWith({ uuid: uuidOf(1) }))
  const id = (await list())[0]?.id ?? ''
  await add(eventWith({ seconds: lateSeconds }), { receivedAtMs: nowMs + lateSeconds * 1000 })
  await database.query(`update events set handling = 'handled'`)
  await database.query('delete from pgboss.job')
  const slow = await openSlowInbox(database)
  const replaying = slow.view.replay(id)
  await slow.worked
  await forgetEvents(database, nowMs + lateSeconds * 1000)
  expect(await replaying).toBe('queued')
  await slow.close()
  expect(await jobs()).toHaveLength(1)
  expect((await view.read(id))?.state).toBe('accepted')
})

/** Two receivers on one Postgres. `deliver` sends to each of them in turn, at most 50 at once. */
async function startTwo(given: Pick<ReceiverOptions, 'bounds'> = {}) {
  const database = await store.empty()
  const second = await openStore({ location: store.location() })
  // After its receiver, which starts later and so stops first.
  onTestFinished(() => second.close())
  const one = await startReceiver({ database, secrets: [secret], ...given })
  const other = await startReceiver({ database: second, secrets: [secret], ...given })
  const sender = createSender({ connections: 25, timeoutMs: 120_000 })
  onTestFinished(() => sender.close())
  let count = 0
  const deliver = (delivery: Awaited<ReturnType<typeof signed>>) =>
    sender.deliver((count++ % 2 === 0 ? one.url : other.url) + callbackPath, delivery)
  return { one, other, deliver }
}

it('F17 two receivers store the same bytes once, one handles them, and each tells the other', async () => {
  const { one, other, deliver } = await startTwo()
  const heard = Promise.withResolvers<void>()
  other.view.watch(heard.resolve)
  const delivery = await signed(returnedBytes)
  const replies = await Promise.all(Array.from({ length: 100 }, () => deliver(delivery)))
  expect(replies.every((reply) => reply?.status === accepted)).toBe(true)
  expect(replies.filter((reply) => reply?.outcome === 'accepted')).toHaveLength(1)
  expect(await one.events()).toHaveLength(1)
  await heard.promise
  await expect.poll(() => one.handled.length + other.handled.length).toBe(1)
})

it('D-014 two receivers flag an event if and only if a newer one was stored before', async () => {
  const { one, deliver } = await startTwo()
  const bodies = Array.from({ length: 60 }, (_, index) =>
    // Each receiver gets the older event of every second submission.
    (index % 2 === 0 ? [1, 2] : [2, 1]).map((seconds) =>
      bytesOf(eventWith({ uuid: uuidOf(index), seconds })),
    ),
  ).flat()
  const replies = await Promise.all((await Promise.all(bodies.map(signed))).map(deliver))
  expect(replies.every((reply) => reply?.outcome === 'accepted')).toBe(true)
  type Row = { submission_uuid: string; occurred_at: Date; superseded: boolean }
  const rows = (await one.events()) as unknown as Row[]
  expect(rows).toHaveLength(bodies.length)
  const newest = new Map<string, number>()
  const wrong = rows.filter(({ submission_uuid, occurred_at, superseded }) => {
    const atMs = new Date(occurred_at).getTime()
    const newestMs = newest.get(submission_uuid) ?? 0
    newest.set(submission_uuid, Math.max(newestMs, atMs))
    return superseded !== atMs < newestMs
  })
  expect(wrong).toEqual([])
  // Both orders happened.
  expect(new Set(rows.map(({ superseded }) => superseded)).size).toBe(2)
})

it('F23 D-007 D-008 two receivers keep to the bounds of one quarantine', async () => {
  const bounds = { quarantineRows: 100, verifiedRows: 50 }
  const { one, deliver } = await startTwo({ bounds })
  const broken = Array.from({ length: 150 }, (_, index) => Buffer.from(`{"index":${index}`))
  const genuine = await Promise.all(broken.map(signed))
  const [replies] = await Promise.all([
    Promise.all(genuine.map(deliver)),
    Promise.all(broken.map((body) => deliver({ body, signature: 'none' }))),
  ])
  const kept = await one.quarantined()
  expect(kept.filter(({ verified }) => !verified)).toHaveLength(bounds.quarantineRows)
  const acknowledged = genuine.filter((_, index) => replies[index]?.status === accepted)
  expect(acknowledged).toHaveLength(bounds.verifiedRows)
  const texts = kept
    .filter(({ verified }) => verified)
    .map(({ body }) => Buffer.from(body).toString())
  expect(new Set(texts)).toEqual(new Set(acknowledged.map(({ body }) => body.toString())))
  expect(replies.filter((reply) => reply?.status === storageFailed)).toHaveLength(100)
})
