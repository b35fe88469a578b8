import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkServer } from '../src/index.ts'
import {
  type Answered,
  allowedOrigin,
  elsewhereKey,
  openFaultyServer,
  ownKey,
  type Parts,
  revokedKey,
} from './faulty-servers/faulty-server.ts'

it.concurrent.each<[string, Partial<Parts>, object]>([
  [
    'whose quota is larger than is spent',
    { quota: 5_000 },
    { status: 'not-judged', finding: false },
  ],
  [
    'that shows no limit and has none so soon',
    { quota: 1_000_000, limitHeaders: () => ({}) },
    { status: 'warning', finding: true },
  ],
  [
    'whose window begins anew meanwhile',
    { renewsAfter: 40 },
    { status: 'not-judged', finding: false },
  ],
  ['whose window slides', {}, { status: 'passed' }],
  ['that lets all calls pass', { enforces: false }, { status: 'failed' }],
])('7.429 judges a server %s by what the source says', async (_, parts, expected) => {
  const { url: baseUrl, close } = await openFaultyServer(parts)
  const options = { baseUrl, apiKey: ownKey, exhaustLimit: true, only: ['limit-enforced'] }
  const { results } = await checkServer(options)
  await close()
  expect(results).toMatchObject([expected])
})

type Changed = { headers?: Record<string, string>; body?: unknown }

/** Changes all answers that `concerns` holds for; a header with an empty value is left out. */
const answers = (
  concerns: (status: number) => boolean,
  change: (answered: Answered) => Changed,
): Partial<Parts> => ({
  finish(answered) {
    if (!concerns(answered.status)) return answered
    const { headers, ...changed } = change(answered)
    const all = Object.entries({ ...answered.headers, ...headers })
    return {
      ...{ ...answered, ...changed },
      headers: Object.fromEntries(all.filter(([, value]) => value !== '')),
    }
  },
})
const errors = (change: Parameters<typeof answers>[1]) => answers((status) => status >= 400, change)
const successes = (headers: Record<string, string>) =>
  answers(
    (s) => s === 200,
    () => ({ headers }),
  )
const countries = (country: object): Partial<Parts> => ({
  success: (body) => ({ ...body, result: body.result.map((one) => ({ ...one, ...country })) }),
})

describe.concurrent('servers that keep to the source and not to our decisions', () => {
  it.each<[string, Partial<Parts>]>([
    ['names countries by three letters', countries({ isoCode: 'IND' })],
    ['names currencies in words', countries({ currency: 'Rupee' })],
    ['writes UUIDs in upper case', countries({ uuid: randomUUID().toUpperCase() })],
    ['lists no country', { success: (body) => ({ ...body, result: [] }) }],
    ['sends errors without a body', errors(() => ({ body: null }))],
    [
      'sends errors as text',
      errors(() => ({ body: 'No.', headers: { 'content-type': 'text/plain' } })),
    ],
    [
      'sends errors as problem details',
      errors(({ status }) => ({
        body: { type: 'about:blank', status },
        headers: { 'content-type': 'application/problem+json' },
      })),
    ],
    ['sends no challenge', errors(() => ({ headers: { 'www-authenticate': '' } }))],
    ['does not say when to call again', errors(() => ({ headers: { 'retry-after': '' } }))],
    [
      'shows its limit in X-RateLimit headers only',
      {
        limitHeaders: ({ used, quota }) => ({
          'x-ratelimit-limit': String(quota),
          'x-ratelimit-remaining': String(Math.max(0, quota - used)),
          'x-ratelimit-reset': '60',
        }),
      },
    ],
    ['sends no entity tag', successes({ etag: '' })],
    ['forbids to keep the list', successes({ 'cache-control': 'no-store' })],
    [
      'names the charset of its JSON',
      successes({ 'content-type': 'application/json; charset=utf-8' }),
    ],
    ['allows credentials', successes({ 'access-control-allow-credentials': 'true' })],
    ['answers no preflight', { answersPreflight: false }],
  ])('fails none that %s', async (_, parts) => {
    const { url: baseUrl, close } = await openFaultyServer(parts)
    const report = await checkServer({
      ...{ baseUrl, apiKey: ownKey, revokedKey, otherEnvironmentKey: elsewhereKey, allowedOrigin },
      exhaustLimit: true,
    })
    await close()
    expect(report.results.filter(({ status }) => status === 'failed')).toEqual([])
    expect(report.ok).toBe(true)
  })
})
