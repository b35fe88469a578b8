import { describe, expect, it } from 'vitest'
import { assembleClient } from '../src/assemble-client.ts'
import type { ClientOptions } from '../src/index.ts'
import { bodies } from './answers.ts'
import { FakeTime, heldMs } from './fake-time.ts'
import { reply, startServer } from './start-server.ts'

const apiKey = 'ppk_dev_0123456789'

type Answer = { status: number; headers?: Record<string, string | string[]> }
type Setup = { dice?: number[]; options?: Partial<ClientOptions>; nowMs?: number }

/** Calls a real server that answers as listed, and with 200 from then on; time jumps. */
async function call(answers: Answer[], { dice = [], options = {}, nowMs = 1_000_000 }: Setup = {}) {
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

const many = (answer: Answer) => Array.from({ length: 10 }, () => answer)
/** A throw just below 1. */
const almostOne = 1 - 2 ** -53

describe('which answers are tried again', () => {
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

  it('an undocumented status comes back as it is once retries are used up', async () => {
    const { result, delaysMs } = await call(many({ status: 503 }))
    const want = { status: 'unexpected-status', httpStatus: 503, attempts: 3 }
    expect(result).toMatchObject(want)
    expect(delaysMs).toHaveLength(2)
  })

  it.each([0, 1, 5])('7.429 comes back after %i retries', async (retries) => {
    const { result, delaysMs } = await call(many({ status: 429 }), { options: { retries } })
    expect(result).toMatchObject({ status: 429, ok: false, attempts: retries + 1 })
    expect(delaysMs).toHaveLength(retries)
  })

  it('an error that a retry does not heal is the last one met', async () => {
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
  const asked: [string, Answer, number[], number[]][] = [
    ['the seconds of a 429', { status: 429, headers: { 'retry-after': '12' } }, [0], [12_000]],
    ['the seconds of a 503', { status: 503, headers: { 'retry-after': '3' } }, [0], [3000]],
    [
      'until a date',
      { status: 429, headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT' } },
      [0],
      [9000],
    ],
    [
      'not at all for a date that has passed',
      { status: 429, headers: { 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' } },
      [0],
      [0],
    ],
    [
      'the backoff where that is longer',
      { status: 429, headers: { 'retry-after': '0' } },
      [0.5],
      [125],
    ],
    [
      'the backoff for a value that is none',
      { status: 429, headers: { 'retry-after': 'soon' } },
      [0.5],
      [125],
    ],
    [
      'the longest of several values',
      { status: 429, headers: { 'retry-after': ['1', '2'] } },
      [0],
      [2000],
    ],
    [
      'exactly as long as the cap',
      { status: 429, headers: { 'retry-after': '30' } },
      [0],
      [30_000],
    ],
  ]
  it.each(asked)('%s', async (_, answer, dice, want) => {
    const { result, delaysMs } = await call([answer], { dice, nowMs })
    expect(result).toMatchObject({ status: 200, attempts: 2 })
    expect(delaysMs).toEqual(want)
  })

  it('gives up at once where Retry-After is beyond the cap', async () => {
    const headers = { 'retry-after': '31', ratelimit: '"default";r=0;t=31' }
    const { result, delaysMs } = await call([{ status: 429, headers }])
    const rateLimit = { remaining: 0, resetSeconds: 31, retryAfterSeconds: 31 }
    expect(result).toMatchObject({ status: 429, ok: false, attempts: 1, rateLimit })
    expect(delaysMs).toEqual([])
  })

  it.each([
    ['beyond counting', '9'.repeat(20)],
    ['beyond any number', '9'.repeat(400)],
    ['repeated, one beyond the cap', ['1', '31']],
    ['far in the future', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ])('gives up at once where Retry-After is %s', async (_, value) => {
    for (const status of [429, 503]) {
      const { result, delaysMs } = await call(many({ status, headers: { 'retry-after': value } }))
      expect(result).toMatchObject({ ok: false, attempts: 1 })
      expect(delaysMs).toEqual([])
    }
  })
})

it('a request that is not idempotent is sent once', async () => {
  const time = new FakeTime()
  const { retryDelay } = await import('../src/retry-delay.ts')
  const { parseClientOptions } = await import('../src/parse-client-options.ts')
  const settings = parseClientOptions({ baseUrl: 'https://api.example', apiKey })
  const outcome = { kind: 'timeout' } as const
  const delays = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'PATCH'].map((method) => [
    method,
    retryDelay(outcome, { attempts: 1, method, settings, time }),
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
