import { rateLimitVectors } from '@partner-platform/fixtures/tables'
import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSharedRateLimiter } from '../../src/limits/shared-rate-limiter.ts'
import { openFileStore } from '../open-test-store.ts'
import { storeKind } from '../store-kind.ts'
import { agreesWithTheRule, startLimiter } from './shared-limits.ts'
import { newTally } from './sliding-window-model.ts'

const hourMs = 3_600_000

describe(`createSharedRateLimiter on ${storeKind}`, async () => {
  const database = await openFileStore(storeKind)

  it('I7 agrees with the model of the rule', async () => {
    const tally = newTally()
    await fc.assert(agreesWithTheRule(database, tally), { numRuns: scaled(15) })
    expect(tally.refused).toBeGreaterThan(scaled(5))
    expect(tally.atTheEdge).toBeGreaterThan(scaled(5))
  })

  it.each(rateLimitVectors.limiter)('$rule counts: $name', async ({ given, want }) => {
    const { admit, at } = startLimiter(database, given)
    const answers = []
    for (const { atMs, key } of given.calls) {
      at(atMs)
      const state = await admit(key)
      answers.push({ ...state, retryAfterSeconds: state.admitted ? null : state.resetSeconds })
    }
    expect(answers).toEqual(want.answers)
  })

  it('answers a group in the order of its requests, each key separately', async () => {
    const { admit, peek } = startLimiter(database, { quota: 2 })
    const group = [peek(), admit(), peek(), admit(), admit(), peek(), admit('b')]
    expect((await Promise.all(group)).map((state) => [state.admitted, state.remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
      [true, 1],
    ])
  })

  it('F8 keeps rejecting when the clock is set back, and recovers within a window', async () => {
    const { admit, at } = startLimiter(database, { quota: 2, windowSeconds: 10 })
    await admit()
    at(4_000)
    await admit()
    at(5_000 - hourMs)
    expect(await admit()).toEqual({ admitted: false, remaining: 0, resetSeconds: 10 })
    at(14_999 - hourMs)
    expect(await admit()).toEqual({ admitted: false, remaining: 0, resetSeconds: 1 })
    at(15_000 - hourMs)
    expect(await admit()).toEqual({ admitted: true, remaining: 1, resetSeconds: 10 })
  })

  it('F8 grants a fresh quota once when the clock is set forward', async () => {
    const { admit, at } = startLimiter(database, { quota: 1 })
    await admit()
    at(hourMs)
    expect((await admit()).admitted).toBe(true)
    expect((await admit()).admitted).toBe(false)
  })

  it('F16 forgets expired calls, and stores nothing for a key that is only peeked at', async () => {
    const { admit, peek, at, prefix } = startLimiter(database, { windowSeconds: 10 })
    const text = `select
      (select count(*)::int from rate_limit_calls where key_id like $1) as calls,
      (select count(*)::int from rate_limit_keys where key_id like $1) as keys`
    const rows = async () => (await database.query(text, [`${prefix}%`]))[0]
    await peek()
    expect(await rows()).toEqual({ calls: 0, keys: 0 })
    await Promise.all(Array.from({ length: 100 }, (_, key) => admit(`key ${key}`)))
    expect(await rows()).toEqual({ calls: 100, keys: 100 })
    at(20_000)
    await admit()
    // The sweep runs in the background.
    await expect.poll(rows).toEqual({ calls: 1, keys: 1 })
  })

  it('reads as few pages for a long log as for a short one', async () => {
    const { query } = database
    await query(`insert into rate_limit_calls
      select 'long', clock_timestamp() - make_interval(secs => (20000 - n) / 10000.0), n, 1
      from generate_series(1, 20000) as n`)
    const admit = `select * from rate_limit_admit(array['long'], array[1], 1000000, 60, null)`
    expect(await query(admit)).toMatchObject([{ counted: 20_000, admitted: 1 }])
    const [row] = await query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${admit}`,
    )
    const plan = row?.['QUERY PLAN'][0].Plan ?? {}
    const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    expect(pages).toBeGreaterThan(0)
    expect(pages).toBeLessThan(60)
  })
})

describe('createSharedRateLimiter and its statements', () => {
  const answer = { counted: 0, admitted: 1_000, reset_seconds: null }

  it('runs one statement at a time, and sends later calls with the next', async () => {
    const groups: number[] = []
    let underWay = 0
    const limiter = createSharedRateLimiter({
      quota: 1_000,
      windowSeconds: 60,
      async query<Row>(_text: string, values: readonly unknown[]) {
        expect(++underWay).toBe(1)
        await new Promise(setImmediate)
        underWay -= 1
        groups.push((values[1] as number[])[0] ?? 0)
        return [answer] as Row[]
      },
    })
    await Promise.all(Array.from({ length: 901 }, () => limiter.admit('a')))
    expect(groups).toEqual([500, 401])
  })

  it('refuses an invalid window at construction', () => {
    const policy = { quota: 10, windowSeconds: 1.5, query: async () => [] }
    expect(() => createSharedRateLimiter(policy)).toThrow(TypeError)
  })
})
