import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Database } from '@partner-platform/database'
import type { WebhookEvent } from '@partner-platform/webhooks'
import { expect, it } from 'vitest'
import type { HandlerContext } from '../../src/index.ts'
import { nameOfError } from '../../src/log.ts'
import { handleQueue } from '../../src/store/open-store.ts'
import { eventWith, uuidOf } from '../deliveries.ts'
import { never, useRoom } from './start-room.ts'

const startRoom = useRoom()
const [one, two] = [eventWith({ uuid: uuidOf(1) }), eventWith({ uuid: uuidOf(2) })]

it('handlers get earlier and later events as they were sent, with their context', async () => {
  const { add, handle, untilState, entry } = await startRoom()
  const seen: [WebhookEvent, HandlerContext][] = []
  await add(one)
  await handle({ handle: (...given) => void seen.push(given) })
  await untilState(one, 'handled')
  await add(two)
  await untilState(two, 'handled')
  const { storageKey, tries, lastError } = await entry(one)
  const signal = expect.any(AbortSignal)
  const context = { tries: 1, superseded: false, storageKey, departures: [], signal }
  expect(seen.map(([event]) => event)).toEqual([one, two])
  expect([seen[0]?.[1], tries, lastError]).toEqual([context, 1, null])
})

it('keeps no handled event in memory, even if its handler left a listener on the signal', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const { add, handle, untilState } = await startRoom()
  const signals: WeakRef<AbortSignal>[] = []
  await handle({
    handle(_event, { signal }) {
      signal.addEventListener('abort', () => {})
      signals.push(new WeakRef(signal))
    },
  })
  for (const event of [one, two]) {
    await add(event)
    await untilState(event, 'handled')
  }
  const isForgotten = () => {
    collectGarbage()
    return signals[0]?.deref() === undefined
  }
  await expect.poll(isForgotten).toBe(true)
  expect(signals).toHaveLength(2)
})

it('D-014 handlers learn that a newer event is stored, whichever arrived first', async () => {
  const { add, handle } = await startRoom()
  for (const seconds of [2, 1, 3]) await add(eventWith({ seconds, status: `S${seconds}` }))
  const seen: [string, boolean][] = []
  await handle({
    handle: ({ submission }, { superseded }) => void seen.push([submission.status, superseded]),
  })
  await expect.poll(() => seen.length).toBe(3)
  expect(Object.fromEntries(seen)).toEqual({ S1: true, S2: true, S3: false })
})

it('F15 an event is set aside after 5 tries, others are handled, and a replay tries again', async () => {
  const { add, handle, untilState, entry, openJobs, view } = await startRoom()
  const tries: number[] = []
  let isBroken = true
  const { logs } = await handle({
    handle({ submission }, context) {
      if (submission.uuid !== one.submission.uuid) return
      tries.push(context.tries)
      if (isBroken) throw new RangeError('canary')
    },
  })
  await add(one)
  await add(two)
  await untilState(two, 'handled')
  await untilState(one, 'failed')
  const failed = await entry(one)
  expect(failed).toMatchObject({ tries: 5, lastError: 'RangeError', canReplay: true })
  expect(await openJobs()).toBe(0)
  const outcomes = logs.flatMap((log) =>
    log.event === 'handled' && log.error !== null ? log.outcome : [],
  )
  expect(outcomes).toEqual(['retry', 'retry', 'retry', 'retry', 'set-aside'])
  expect(JSON.stringify(logs)).not.toContain('canary')
  isBroken = false
  expect(await view.replay(failed.id)).toBe('queued')
  await untilState(one, 'handled')
  expect(tries).toEqual([1, 2, 3, 4, 5, 1])
})

it('handles an event that arrives, is replayed or is accepted at once, without a poll', async () => {
  const { add, handle, untilState, entry, put, view } = await startRoom()
  let tries = 0
  await handle({ pollMs: 600_000, handle: () => void tries++ })
  await add(one)
  await untilState(one, 'handled')
  expect(await view.replay((await entry(one)).id)).toBe('queued')
  await untilState(one, 'handled')
  const id = await put(JSON.stringify(two))
  expect(await view.accept(id)).toEqual({ outcome: 'accepted' })
  await untilState(two, 'handled')
  expect(tries).toBe(3)
})

it.each<[string, readonly number[], number]>([
  ['tries forever', Array(1_000).fill(0), 6],
  ['gives up after the first try', [], 1],
])('F15 finds the mutant that %s', async (_, retryDelaysMs, wanted) => {
  const { add, handle, entry } = await startRoom()
  let tries = 0
  const fail = () => {
    tries += 1
    throw new Error('always')
  }
  await handle({ retryDelaysMs, handle: fail })
  await add(one)
  await expect.poll(async () => tries > 5 || (await entry(one)).state === 'failed').toBe(true)
  expect(Math.min(tries, 6)).toBe(wanted)
})

it.each([
  ['a text', 'canary', 'string'],
  ['an unusual name', Object.assign(new Error('canary'), { name: 'canary of you' }), 'Error'],
])('I10 only the class of an error is kept: %s', (_, error, name) => {
  expect(nameOfError(error)).toBe(name)
})

it('F8 each new try waits for its delay on the clock of the store', async () => {
  const { add, handle, untilState, database } = await startRoom()
  const waits: unknown[] = []
  await handle({
    retryDelaysMs: [50, 100],
    async handle() {
      const [job] = await database.query<{ ms: number }>(
        `select (extract(epoch from start_after - created_on) * 1000)::integer as ms
          from pgboss.job where state = 'active'`,
      )
      waits.push(job?.ms)
      throw new Error('again')
    },
  })
  await add(one)
  await untilState(one, 'failed')
  expect(waits.slice(1)).toEqual([50, 100])
})

it('a try ends at its time limit', async () => {
  const { add, handle, untilState, entry } = await startRoom()
  const aborted: boolean[] = []
  await handle({
    timeoutMs: 20,
    retryDelaysMs: [0],
    slots: 1,
    async handle({ submission }, { signal }) {
      if (submission.uuid !== one.submission.uuid) return
      signal.addEventListener('abort', () => aborted.push(true))
      await never()
    },
  })
  await add(one)
  await add(two)
  await untilState(two, 'handled')
  await untilState(one, 'failed')
  expect(await entry(one)).toMatchObject({ tries: 2, lastError: 'TimeoutError' })
  expect(aborted).toEqual([true, true])
})

it('events of one submission are handled one at a time', async () => {
  const { add, handle, untilState } = await startRoom()
  const events = Array.from({ length: 12 }, (_, index) =>
    eventWith({ uuid: uuidOf(index % 3), status: `S${index}`, seconds: index }),
  )
  for (const event of events) await add(event)
  const busy: string[] = []
  let [most, atOnce] = [0, 0]
  await handle({
    async handle({ submission: { uuid } }) {
      busy.push(uuid)
      most = Math.max(most, busy.filter((other) => other === uuid).length)
      atOnce = Math.max(atOnce, busy.length)
      await new Promise((resolve) => setImmediate(resolve))
      busy.splice(busy.indexOf(uuid), 1)
    },
  })
  for (const event of events) await untilState(event, 'handled')
  expect([most, atOnce]).toEqual([1, 3])
})

it('F5 a stop waits for running handlers', async () => {
  const { add, handle, untilState, entry } = await startRoom()
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { stop } = await handle({
    async handle() {
      begun.resolve()
      await held.promise
    },
  })
  await add(one)
  await begun.promise
  const stopping = stop()
  held.resolve()
  await stopping
  await untilState(one, 'handled')
  await add(two)
  expect((await entry(two)).state).toBe('accepted')
})

it('F7 an event is handled once if the store goes away before its result is stored', async () => {
  const { add, handle, untilState, database } = await startRoom()
  let [calls, refused, isAway] = [0, 0, false]
  const transaction: Database['transaction'] = async (work, config) => {
    if (!isAway) return database.transaction(work, config)
    refused += 1
    throw Object.assign(new Error('away'), { code: '57P01' })
  }
  const onEvent = () => {
    calls += 1
    isAway = true
  }
  await handle({ handle: onEvent }, { ...database, transaction })
  await add(one)
  await expect.poll(() => refused).toBeGreaterThan(5)
  isAway = false
  await untilState(one, 'handled')
  expect(calls).toBe(1)
})

it('nothing is written about an event that another process has taken', async () => {
  const { add, handle, database, entry, openJobs } = await startRoom()
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { logs } = await handle({
    async handle() {
      begun.resolve()
      await held.promise
      throw new Error('late')
    },
  })
  await add(one)
  await begun.promise
  await database.query(`update events set claims = claims + 1, handling = 'handled'`)
  held.resolve()
  await expect.poll(() => logs).toMatchObject([{ event: 'handled', outcome: 'lost' }])
  expect(await entry(one)).toMatchObject({ state: 'handled', lastError: null })
  // Its job is void once its lease is over.
  expect(await openJobs()).toBe(1)
  await database.releaseJobs(handleQueue)
  await expect.poll(openJobs).toBe(0)
  expect(logs).toHaveLength(1)
})
