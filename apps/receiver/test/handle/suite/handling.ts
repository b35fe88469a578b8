import type { WebhookEvent } from '@partner-platform/webhooks'
import { expect, it } from 'vitest'
import type { HandlerContext } from '../../../src/index.ts'
import { handleQueue } from '../../../src/store/open-store.ts'
import { eventWith } from '../../deliveries.ts'
import type { TestStore } from '../../use-store.ts'
import { createStartRoom } from '../start-room.ts'
import { testCrashes } from './crashes.ts'

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [one, two] = [eventWith({ uuid: uuidOf(1) }), eventWith({ uuid: uuidOf(2) })]
const never = () => new Promise<never>(() => {})

export function testHandling(store: TestStore) {
  const startRoom = createStartRoom(store)

  it('get an event as it was sent, with what is known of it', async () => {
    const { add, handle, untilState, entry } = await startRoom()
    const seen: [WebhookEvent, HandlerContext][] = []
    await handle({ handle: (...given) => void seen.push(given) })
    await add(one)
    await untilState(one, 'handled')
    const { storageKey, tries, lastError } = await entry(one)
    expect(seen).toEqual([
      [one, { tries: 1, superseded: false, storageKey, signal: expect.any(AbortSignal) }],
    ])
    expect([tries, lastError]).toEqual([1, null])
  })

  it('get what was there before they were', async () => {
    const { add, handle, untilState } = await startRoom()
    await add(one)
    await handle({ handle() {} })
    await untilState(one, 'handled')
  })

  it('D-014 learn that a newer event is stored, whichever came first', async () => {
    const { add, handle, untilState } = await startRoom()
    const [old, middle, young] = [1, 2, 3].map((seconds) =>
      eventWith({ seconds, status: `S${seconds}` }),
    ) as [WebhookEvent, WebhookEvent, WebhookEvent]
    for (const event of [middle, old, young]) await add(event)
    const seen: [string, boolean][] = []
    await handle({
      handle: ({ submission }, { superseded }) => void seen.push([submission.status, superseded]),
    })
    await untilState(young, 'handled')
    await untilState(middle, 'handled')
    await expect.poll(() => seen.length).toBe(3)
    expect(Object.fromEntries(seen)).toEqual({ S1: true, S2: true, S3: false })
  })

  it('F15 that always throw are given up after 5 tries, and others flow', async () => {
    const { add, handle, untilState, entry, openJobs } = await startRoom()
    const tries: number[] = []
    const { logs } = await handle({
      handle({ submission }, context) {
        if (submission.uuid !== one.submission.uuid) return
        tries.push(context.tries)
        throw new RangeError('canary')
      },
    })
    await add(one)
    await add(two)
    await untilState(two, 'handled')
    await untilState(one, 'failed')
    expect(tries).toEqual([1, 2, 3, 4, 5])
    expect(await entry(one)).toMatchObject({ tries: 5, lastError: 'RangeError', canReplay: true })
    expect(await openJobs()).toBe(0)
    const outcomes = logs.flatMap((log) =>
      log.event === 'handled' && log.error !== null ? log.outcome : [],
    )
    expect(outcomes).toEqual(['retry', 'retry', 'retry', 'retry', 'set-aside'])
    expect(JSON.stringify(logs)).not.toContain('canary')
  })

  it('wait before each new try as long as they are told', async () => {
    const { add, handle, untilState, database } = await startRoom()
    const waits: number[] = []
    await handle({
      retryDelaysMs: [50, 100],
      async handle() {
        const [job] = await database.query<{ ms: number }>(
          `select (extract(epoch from start_after - created_on) * 1000)::integer as ms
            from pgboss.job where state = 'active'`,
        )
        waits.push(job?.ms ?? 0)
        throw new Error('again')
      },
    })
    await add(one)
    await untilState(one, 'failed')
    expect(waits.slice(1)).toEqual([50, 100])
  })

  it('work again on what failed before and is replayed', async () => {
    const { add, handle, untilState, entry, view } = await startRoom()
    let isBroken = true
    const tries: number[] = []
    await handle({
      retryDelaysMs: [0],
      handle(_event, context) {
        tries.push(context.tries)
        if (isBroken) throw new Error('broken')
      },
    })
    await add(one)
    await untilState(one, 'failed')
    isBroken = false
    expect(await view.replay((await entry(one)).id)).toBe('queued')
    await untilState(one, 'handled')
    expect(tries).toEqual([1, 2, 1])
  })

  it('that never end are cut when their time is over', async () => {
    const { add, handle, untilState, entry } = await startRoom()
    const aborted: boolean[] = []
    await handle({
      ...{ timeoutMs: 20, retryDelaysMs: [0], slots: 1 },
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

  it('never work on two events of one submission at once', async () => {
    const { add, handle, untilState } = await startRoom()
    const events = Array.from({ length: 12 }, (_, index) =>
      eventWith({ uuid: uuidOf(index % 3), status: `S${index}`, seconds: index }),
    )
    for (const event of events) await add(event)
    const busy = new Map<string, number>()
    let [most, atOnce] = [0, 0]
    await handle({
      async handle({ submission: { uuid } }) {
        busy.set(uuid, (busy.get(uuid) ?? 0) + 1)
        most = Math.max(most, ...busy.values())
        atOnce = Math.max(atOnce, [...busy.values()].filter((count) => count > 0).length)
        await new Promise((resolve) => setImmediate(resolve))
        busy.set(uuid, (busy.get(uuid) ?? 0) - 1)
      },
    })
    for (const event of events) await untilState(event, 'handled')
    expect([most, atOnce]).toEqual([1, 3])
  })

  it('F5 finish what they are at before the stop is over', async () => {
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

  it('F5 give back what they cannot finish, and it does not count as a try', async () => {
    const { add, handle, untilState, entry, openJobs } = await startRoom()
    const begun = Promise.withResolvers<AbortSignal>()
    const { stop, logs } = await handle({
      async handle(_event, { signal }) {
        begun.resolve(signal)
        await never()
      },
    })
    await add(one)
    const signal = await begun.promise
    await stop(10)
    expect(signal.aborted).toBe(true)
    expect(await entry(one)).toMatchObject({ state: 'accepted', tries: 0 })
    // What asked for events as it was stopped may get it once more, and gives it back again.
    const outcomes = new Set(logs.map((log) => 'outcome' in log && log.outcome))
    expect([await openJobs(), ...outcomes]).toEqual([1, 'given-back'])
    const tries: number[] = []
    await handle({ handle: (_event, context) => void tries.push(context.tries) })
    await untilState(one, 'handled')
    expect(tries).toEqual([1])
  })

  it('write nothing of an event that somebody else has taken meanwhile', async () => {
    const { add, handle, database, entry, openJobs } = await startRoom()
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
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
    // Its job is not theirs to end either: when its lease is over, it is found void.
    expect(await openJobs()).toBe(1)
    await database.releaseJobs(handleQueue)
    await expect.poll(openJobs).toBe(0)
    expect(logs).toHaveLength(1)
  })

  it.each([
    ['text', () => Promise.reject('canary'), 'string'],
    [
      'an error with a name that is no class',
      () => Promise.reject(named('canary of you')),
      'Error',
    ],
  ])('that reject with %s leave no more than a class', async (_says, fails, wanted) => {
    const { add, handle, untilState, entry } = await startRoom()
    await handle({ retryDelaysMs: [], handle: fails })
    await add(one)
    await untilState(one, 'failed')
    expect(await entry(one)).toMatchObject({ tries: 1, lastError: wanted })
  })

  testCrashes(store)
}

const named = (name: string) => Object.assign(new Error('canary'), { name })
