import { describe, expect, it } from 'vitest'
import { assembleClient } from '../src/create-client.ts'
import type { ClientOptions } from '../src/index.ts'
import { bodies } from './answers.ts'
import { apiKey } from './exchange.ts'
import { FakeTime, heldMs } from './fake-time.ts'
import { reply, startServer } from './start-server.ts'

type Reply = { status: number; headers?: Record<string, string | string[]> }
type Setup = { dice?: number[]; options?: Partial<ClientOptions>; nowMs?: number }

/** Calls a real server that gives the listed answers, then 200. Time jumps. */
async function call(answers: Reply[], { dice = [], options = {}, nowMs = 1_000_000 }: Setup = {}) {
  const time = new FakeTime({ dice, nowMs })
  await using server = await startServer((response, number) => {
    const { status, headers = {} } = answers[number - 1] ?? { status: 200 }
    const body = status === 200 || status === 429 || status === 403 ? bodies[status] : ''
    reply(response, status, { headers, body })
  })
  const client = assembleClient(
    { baseUrl: server.url, apiKey, timeoutMs: heldMs, ...options },
    time,
  )
  const result = await client.listCountries()
  expect(server.requests).toHaveLength(result.attempts)
  expect(time.pending.size).toBe(0)
  return { result, delaysMs: time.delaysMs }
}

const many = (answer: Reply) => Array.from({ length: 10 }, () => answer)
/** A throw just below 1. */
const almostOne = 1 - 2 ** -53

describe('which answers are retried', () => {
  it.each([429, 502, 503, 504])('%i is', async (status) => {
    const { result } = await call([{ status }])
    expect(result).toMatchObject({ status: 200, attempts: 2 })
  })

  it.each([401, 403, 400, 404, 409, 500, 501, 302])('%i is not', async (status) => {
    const { result } = await call([{ status }])
    expect(result).toMatchObject({ ok: false, attempts: 1 })
  })

  it('a 200 out of contract is not', async () => {
    const { result } = await call([{ status: 200, headers: { 'content-type': 'text/html' } }])
    expect(result).toMatchObject({ status: 'protocol-error', attempts: 1 })
  })

  it('an undocumented status is returned once retries are used up', async () => {
    const { result, delaysMs } = await call(many({ status: 503 }))
    const want = { status: 'unexpected-status', httpStatus: 503, attempts: 3 }
    expect(result).toMatchObject(want)
    expect(delaysMs).toHaveLength(2)
  })

  it.each([0, 1, 5])('7.429 is returned after %i retries', async (retries) => {
    const { result, delaysMs } = await call(many({ status: 429 }), { options: { retries } })
    expect(result).toMatchObject({ status: 429, ok: false, attempts: retries + 1 })
    expect(delaysMs).toHaveLength(retries)
  })

  it('the last of several errors is returned', async () => {
    const { result } = await call([{ status: 503 }, { status: 403 }])
    expect(result).toMatchObject({ status: 403, attempts: 2 })
  })
})

describe('how long a retry waits', () => {
  const steps: [string, number[], Partial<ClientOptions>, number[]][] = [
    ['nothing at the low end of the jitter', [0, 0, 0], {}, [0, 0, 0]],
    ['the whole step at its high end', [almostOne, almostOne, almostOne], {}, [250, 500, 1000]],
    ['half of the step in its middle', [0.5, 0.5, 0.5], {}, [125, 250, 500]],
    ['as retryDelayMs says', [almostOne, almostOne], { retryDelayMs: 40 }, [40, 80, 0]],
    [
      'no more than maxRetryDelayMs',
      [almostOne, almostOne],
      { maxRetryDelayMs: 300 },
      [250, 300, 0],
    ],
    ['nothing where retryDelayMs is 0', [almostOne], { retryDelayMs: 0 }, [0, 0, 0]],
  ]
  it.each(steps)('%s', async (_, dice, options, want) => {
    const answers = many({ status: 503 })
    const { delaysMs } = await call(answers, { dice, options: { retries: 3, ...options } })
    expect(delaysMs).toEqual(want)
  })

  const nowMs = Date.parse('2026-11-20T12:00:00.250Z')
  // Which values Retry-After may have is the subject of parse-retry-after.test.ts.
  const asked: [string, number, string, number[], number[]][] = [
    ['the seconds of a 429', 429, '12', [0], [12_000]],
    ['the seconds of a 503', 503, '3', [0], [3000]],
    ['until a date, by its clock', 429, 'Fri, 20 Nov 2026 12:00:09 GMT', [0], [9000]],
    ['the backoff if that is longer', 429, '0', [0.5], [125]],
    ['the backoff for an unreadable value', 429, 'soon', [0.5], [125]],
    ['exactly as long as the cap', 429, '30', [0], [30_000]],
  ]
  it.each(asked)('%s', async (_, status, retryAfter, dice, want) => {
    const answer = { status, headers: { 'retry-after': retryAfter } }
    const { result, delaysMs } = await call([answer], { dice, nowMs })
    expect(result).toMatchObject({ status: 200, attempts: 2 })
    expect(delaysMs).toEqual(want)
  })

  it.each([429, 503])('gives up on a %i at once if Retry-After exceeds the cap', async (status) => {
    const headers = { 'retry-after': ['1', '31'], ratelimit: '"default";r=0;t=31' }
    const { result, delaysMs } = await call(many({ status, headers }))
    const rateLimit = { remaining: 0, resetSeconds: 31, retryAfterSeconds: 31 }
    expect(result).toMatchObject({ ok: false, attempts: 1, rateLimit })
    expect(delaysMs).toEqual([])
  })
})

it('a request that is not idempotent is sent once', async () => {
  const time = new FakeTime()
  const { retryDelay } = await import('../src/send.ts')
  const { parseClientOptions } = await import('../src/parse-options.ts')
  const settings = parseClientOptions({ baseUrl: 'https://api.example', apiKey })
  const end = { kind: 'timeout' } as const
  const delays = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'PATCH'].map((method) => [
    method,
    retryDelay(end, { attempts: 1, method, settings, time }),
  ])
  expect(Object.fromEntries(delays)).toEqual({
    ...{ GET: 0, HEAD: 0, OPTIONS: 0, PUT: 0, DELETE: 0 },
    ...{ POST: null, PATCH: null },
  })
})

it('many callers spread their retries over the whole step', async () => {
  const dice = Array.from({ length: 200 }, (_, index) => (index + 0.5) / 200)
  const delays = await Promise.all(
    dice.map(async (random) => {
      const { delaysMs } = await call([{ status: 503 }], { dice: [random] })
      return delaysMs[0]
    }),
  )
  expect(new Set(delays).size).toBeGreaterThan(150)
  expect(Math.max(...delays.map(Number))).toBeLessThanOrEqual(250)
})
