import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { RateLimitPolicy } from '../../../src/limits/rate-limiter.ts'
import { createSharedRateLimiter } from '../../../src/limits/shared-rate-limiter.ts'
import { agreesWithTheRule, defineLimits, startLimiter } from '../../limits/shared-limits.ts'
import { emptyStore, openFileStore } from '../../open-test-store.ts'

const hourMs = 3_600_000

describe('createSharedRateLimiter on postgres, with several processes and with mutants', async () => {
  const database = await openFileStore('postgres')
  afterEach(() => defineLimits(database))

  /** Empties the store, and redefines the function that counts calls: as it is, or with an edit. */
  const prepare = async (edit?: { from: string; to: string }) => {
    await emptyStore(database)
    await defineLimits(database, edit)
  }
  it.each([
    ['one call too many', 'quota - state."counted"', 'quota + 1 - state."counted"'],
    ['one call too few', 'quota - state."counted"', 'quota - 1 - state."counted"'],
    ['a call counts for a moment too long', '"at" > moment - length', '"at" >= moment - length'],
    [
      'refused calls count',
      `one."upto" + one."admitted", one."admitted"
    FROM decided AS one WHERE one."admitted" > 0`,
      `one."upto" + one."asked", one."asked"
    FROM decided AS one WHERE one."asked" > 0`,
    ],
    ['fixed windows', '"at" > moment - length', `"at" >= date_bin(length, moment, 'epoch')`],
  ])('I7 finds the mutant: %s', async (_, from, to) => {
    await prepare({ from, to })
    const options = { numRuns: 100, endOnFailure: true }
    const { failed, errorInstance } = await fc.check(agreesWithTheRule(database), options)
    expect(failed).toBe(true)
    expect(String(errorInstance)).toMatch(/Expected \{|window holds more/)
  })

  it('F8 finds the mutant that keeps calls ahead of the clock', async () => {
    await prepare({ from: 'one."at" > moment AND', to: 'false AND' })
    const { admit, at } = startLimiter(database, { quota: 1, windowSeconds: 10 })
    await admit()
    at(-hourMs)
    await admit()
    at(10_000 - hourMs)
    expect((await admit()).admitted).toBe(false)
  })

  // A limiter runs one statement at a time, so each of these acts as a separate process.
  const processes = (policy: RateLimitPolicy) =>
    Array.from({ length: 4 }, () => createSharedRateLimiter({ ...policy, query: database.query }))

  /** Calls every key from every process, 60 times each in waves, and returns the admitted calls. */
  const admittedByKey = async (round = 0) => {
    const limiters = processes({ quota: 100, windowSeconds: 60 })
    const keys = ['a', 'b', 'c', 'd', 'e'].map((key) => `${key}${round}`)
    const remaining = new Map<string, number[]>(keys.map((key) => [key, []]))
    const call = async (limiter: (typeof limiters)[number], key: string) => {
      const state = await limiter.admit(key)
      if (state.admitted) remaining.get(key)?.push(state.remaining)
    }
    const callAll = async (limiter: (typeof limiters)[number]) => {
      for (let wave = 0; wave < 60; wave++) {
        await Promise.all(keys.map((key) => call(limiter, key)))
      }
    }
    await Promise.all(limiters.map(callAll))
    return [...remaining.values()].map((values) => values.sort((one, other) => other - one))
  }
  const eachOnce = Array.from({ length: 100 }, (_, index) => 99 - index)

  it('8.1 admits the quota of each key exactly once between them, whoever calls first', async () => {
    await prepare()
    expect(await admittedByKey()).toEqual(Array(5).fill(eachOnce))
  })

  it('8.1 finds the mutant that does not lock the keys', async () => {
    await prepare({ from: 'WHERE call."asked" > 0 ORDER BY', to: 'WHERE false ORDER BY' })
    // On a busy machine, the processes may take turns by chance.
    for (let round = 0; round < 20; round++) {
      const outcome = await admittedByKey(round).catch((error: Error) => error.message)
      if (!isDeepStrictEqual(outcome, Array(5).fill(eachOnce))) return
    }
    expect.fail('Every round admitted each call exactly once.')
  })

  /**
   * Two processes call the same keys in opposite orders, while a transaction locks the middle key until
   * both wait.
   */
  const callCrosswise = async () => {
    const keys = Array.from({ length: 21 }, (_, key) => `key ${key}`)
    const [one, other] = processes({ quota: 1_000, windowSeconds: 60 })
    if (!one || !other) throw new Error('Expected two processes.')
    await one.admit('key 10')
    const held = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holding = database.transaction(async (tx) => {
      await tx.execute(sql`select from rate_limit_keys where key_id = 'key 10' for update`)
      held.resolve()
      await released.promise
    })
    await held.promise
    // The first call of each runs alone, so that the others form one group.
    const calls = [one.admit('first'), other.admit('second')]
    calls.push(...keys.map((key) => one.admit(key)))
    calls.push(...keys.toReversed().map((key) => other.admit(key)))
    const waiting = `select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => database.query(waiting)).toEqual([{ count: 2 }])
    released.resolve()
    await holding
    const ended = await Promise.allSettled(calls)
    const failed = ended.find((call) => call.status === 'rejected')
    if (failed) throw failed.reason
  }

  it('locks the keys of a group in one order, so that two processes never deadlock', async () => {
    await prepare()
    await callCrosswise()
  })

  it('finds the mutant that locks keys in the order of their calls', async () => {
    await prepare({ from: ' ORDER BY call."key_id"', to: '' })
    await expect(callCrosswise()).rejects.toMatchObject({ code: '40P01' })
  })
})
