import { describe, expect, it } from 'vitest'
import { validatedReading } from '../src/contract.ts'
import type { ClientOptions } from '../src/index.ts'
import { parseClientOptions } from '../src/parse-options.ts'
import { retryDelay } from '../src/send.ts'
import { type Answer, apiKey, clientOf } from './exchange.ts'
import { FakeTime } from './fake-time.ts'

type Setup = { dice?: number[]; options?: Partial<ClientOptions>; nowMs?: number }

/** Calls a service that gives these answers. Time jumps. */
async function call(answers: Answer[], { dice = [], options, nowMs = 1_000_000 }: Setup = {}) {
  const time = new FakeTime({ dice, nowMs })
  const { client, requests } = clientOf(answers, { retries: 2, ...options, time })
  const result = await client.listCountries()
  expect(requests).toHaveLength(result.attempts)
  expect(time.pending.size).toBe(0)
  return { result, delaysMs: time.delaysMs }
}

/** A throw just below 1. */
const almostOne = 1 - 2 ** -53

describe('which answers are retried', () => {
  it.each([429, 502, 503, 504])('%i is', async (status) => {
    const { result } = await call([{ status }, {}])
    expect(result).toMatchObject({ status: 200, attempts: 2 })
  })

  it.each<[string, Answer]>([
    ...[401, 403, 400, 404, 409, 500, 501, 302].map((status): [string, Answer] => [
      ...([`${status}`, { status }] as const),
    ]),
    ['a 200 that breaks the contract', { body: '{}' }],
  ])('%s is not', async (_, answer) => {
    expect((await call([answer])).result).toMatchObject({ ok: false, attempts: 1 })
  })

  it.each([
    [429, 0, { status: 429 }],
    [429, 5, { status: 429 }],
    [503, 1, { status: 'unexpected-status', httpStatus: 503 }],
  ])('answer %i is returned after %i retries', async (status, retries, want) => {
    const { result, delaysMs } = await call([{ status }], { options: { retries } })
    expect(result).toMatchObject({ ...want, ok: false, attempts: retries + 1 })
    expect(delaysMs).toHaveLength(retries)
  })

  it('the last of several errors is returned', async () => {
    const { result } = await call([{ status: 503 }, { status: 403 }])
    expect(result).toMatchObject({ status: 403, attempts: 2 })
  })

  it('a request is sent once unless it is idempotent', () => {
    const settings = parseClientOptions(
      { baseUrl: 'https://api.example', apiKey },
      validatedReading,
    )
    const context = { attempts: 1, settings, time: new FakeTime() }
    const delayOf = (method: string) => retryDelay({ kind: 'timeout' }, { ...context, method })
    expect(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'].map(delayOf)).toEqual([0, 0, 0, 0, 0])
    expect(['POST', 'PATCH'].map(delayOf)).toEqual([null, null])
  })
})

describe('how long a retry waits', () => {
  const [low, high] = [
    [0, 0, 0],
    [almostOne, almostOne, almostOne],
  ]
  it.each<[string, number[], Partial<ClientOptions>, number[]]>([
    ['nothing at the low end of the jitter', low, {}, [0, 0, 0]],
    ['the whole step at its high end', high, {}, [250, 500, 1000]],
    ['half of the step in its middle', [0.5, 0.5, 0.5], {}, [125, 250, 500]],
    ['as retryDelayMs says', high, { retryDelayMs: 40 }, [40, 80, 160]],
    ['no more than maxRetryDelayMs', high, { maxRetryDelayMs: 300 }, [250, 300, 300]],
    ['nothing if retryDelayMs is 0', high, { retryDelayMs: 0 }, [0, 0, 0]],
  ])('%s', async (_, dice, options, want) => {
    const { delaysMs } = await call([{ status: 503 }], {
      dice: [...dice],
      options: { retries: 3, ...options },
    })
    expect(delaysMs).toEqual(want)
  })

  // Which values Retry-After may have is the subject of parse-retry-after.test.ts.
  it.each<[string, number, string, number, number]>([
    ['the seconds of a 429', 429, '12', 0, 12_000],
    ['the seconds of a 503', 503, '3', 0, 3000],
    ['until a date, by its clock', 429, 'Fri, 20 Nov 2026 12:00:09 GMT', 0, 9000],
    ['the backoff if that is longer', 429, '0', 0.5, 125],
    ['the backoff for an unreadable value', 429, 'soon', 0.5, 125],
    ['exactly as long as the cap', 429, '30', 0, 30_000],
  ])('%s', async (_, status, retryAfter, random, want) => {
    const answer = { status, headers: { 'retry-after': retryAfter } }
    const nowMs = Date.parse('2026-11-20T12:00:00.250Z')
    const { result, delaysMs } = await call([answer, {}], { dice: [random], nowMs })
    expect(result).toMatchObject({ status: 200, attempts: 2 })
    expect(delaysMs).toEqual([want])
  })

  it.each([429, 503])('gives up on a %i at once if Retry-After exceeds the cap', async (status) => {
    const waits = ['1', '31'].map((value): [string, string] => ['retry-after', value])
    const { result, delaysMs } = await call([
      { status, headers: [...waits, ['ratelimit', '"default";r=0;t=31']] },
    ])
    const rateLimit = { remaining: 0, resetSeconds: 31, retryAfterSeconds: 31 }
    expect(result).toMatchObject({ ok: false, attempts: 1, rateLimit })
    expect(delaysMs).toEqual([])
  })
})
