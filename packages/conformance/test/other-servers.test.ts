import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkServer } from '../src/index.ts'
import {
  type Answered,
  openFaultyServer,
  ownKey,
  type Parts,
  serverOptions,
} from './faulty/faulty-server.ts'

it.concurrent.each<[string, Partial<Parts>, object]>([
  ['whose quota is larger than is spent', { quota: 5_000 }, { status: 'not-judged' }],
  [
    'that shows no limit and has none so soon',
    { quota: 1_000_000, limitHeaders: () => ({}) },
    { status: 'warning', finding: true },
  ],
  ['whose window restarts meanwhile', { renewsAfter: 40 }, { status: 'not-judged' }],
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

/** Changes answers of these statuses; a header with an empty value is left out. */
const answers = (
  from: number,
  to: number,
  change: (answered: Answered) => Changed,
): Partial<Parts> => ({
  finish(answered) {
    if (answered.status < from || answered.status > to) return answered
    const { headers, ...changed } = change(answered)
    const all = Object.entries({ ...answered.headers, ...headers })
    const kept = Object.fromEntries(all.filter(([, value]) => value !== ''))
    return { ...answered, ...changed, headers: kept }
  },
})
const errors = (changed: Changed) => answers(400, 599, () => changed)
const successes = (headers: Record<string, string>) => answers(200, 200, () => ({ headers }))
const countries = (country: object): Partial<Parts> => ({
  success: (body) => ({ ...body, result: body.result.map((one) => ({ ...one, ...country })) }),
})

type Options = Partial<typeof serverOptions> & { environment?: string }

const isLoopback = (origin: string) =>
  /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
const open: Partial<Parts> = { allows: () => true }

it.concurrent.each<[string, Partial<Parts>, Options?]>([
  ['names countries by three letters', countries({ isoCode: 'IND' })],
  ['names currencies in words', countries({ currency: 'Rupee' })],
  ['writes UUIDs in upper case', countries({ uuid: randomUUID().toUpperCase() })],
  ['lists no country', { success: (body) => ({ ...body, result: [] }) }],
  ['sends errors without a body', errors({ body: null })],
  ['sends errors as text', errors({ body: 'No.', headers: { 'content-type': 'text/plain' } })],
  [
    'sends errors as problem details',
    answers(400, 599, ({ status }) => ({
      body: { type: 'about:blank', status },
      headers: { 'content-type': 'application/problem+json' },
    })),
  ],
  ['sends no challenge', errors({ headers: { 'www-authenticate': '' } })],
  ['does not say when to call again', errors({ headers: { 'retry-after': '' } })],
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
  ['sends JSON as text/json', successes({ 'content-type': 'text/json' })],
  ['sends JSON of a type of its own', successes({ 'content-type': 'application/vnd.list+json' })],
  ['names no content type', successes({ 'content-type': '' })],
  [
    'shows its limit in headers of other names',
    {
      limitHeaders: ({ used, quota }) => ({
        'x-quota-limit': String(quota),
        'x-quota-left': String(Math.max(0, quota - used)),
      }),
    },
  ],
  [
    'shows its limit in one header',
    { limitHeaders: ({ used, quota }) => ({ 'x-api-call-limit': `${used}/${quota}` }) },
  ],
  ['sends no entity tag', successes({ etag: '' })],
  ['forbids to keep the list', successes({ 'cache-control': 'no-store' })],
  [
    'names the charset of its JSON',
    successes({ 'content-type': 'application/json; charset=utf-8' }),
  ],
  ['allows credentials', successes({ 'access-control-allow-credentials': 'true' })],
  ['answers no preflight', { answersPreflight: false }],
  [
    'accepts loopback origins in Development',
    { allows: isLoopback },
    { environment: 'development', allowedOrigin: 'http://localhost:3000' },
  ],
  ['accepts all origins in Development', open, { environment: 'development' }],
  ['accepts all origins, in an environment that nobody names', open],
])('a server that keeps to the source fails no check if it %s', async (_, parts, options = {}) => {
  const { url: baseUrl, close } = await openFaultyServer(parts)
  const report = await checkServer({ baseUrl, ...serverOptions, ...options })
  await close()
  expect(report.results.filter(({ status }) => status === 'failed')).toEqual([])
  expect(report.ok).toBe(true)
})

it.concurrent.each<[string, Partial<Parts>, string, object]>([
  [
    '4.1.success names another type of JSON in a warning',
    successes({ 'content-type': 'text/json' }),
    'success-is-json',
    { warning: 'content-type', received: expect.stringContaining('text/json') },
  ],
  [
    '8.3 does not judge limit headers whose names it does not know',
    { limitHeaders: () => ({ 'x-quota-left': '7' }) },
    'limit-headers-of-200',
    { status: 'not-judged', received: expect.stringContaining('x-quota-left') },
  ],
])('%s', async (_, parts, id, expected) => {
  const { url: baseUrl, close } = await openFaultyServer(parts)
  const { results } = await checkServer({ baseUrl, apiKey: ownKey, only: [id] })
  await close()
  expect(results).toMatchObject([expected])
})

const originChecks = { only: ['foreign-origin', 'look-alike-origins'] }
const warned = { status: 'warning', warning: 'open-origins' }
const failed = { status: 'failed', warning: null }
const passed = { status: 'passed' }
const byPrefix = (prefix: string): Partial<Parts> => ({
  allows: (origin) => origin.startsWith(prefix),
})

it.concurrent.each<[string, string | undefined, Partial<Parts>, object[]]>([
  ['accepts all origins', undefined, open, [warned, warned]],
  ['accepts all origins', 'development', open, [warned, warned]],
  ['accepts all origins', 'Development', open, [warned, warned]],
  ['accepts all origins', 'preview', open, [warned, warned]],
  ['accepts all origins', 'staging', open, [failed, failed]],
  ['accepts all origins', 'Production', open, [failed, failed]],
  ['compares prefixes', undefined, byPrefix(serverOptions.allowedOrigin), [passed, warned]],
  ['compares prefixes', 'production', byPrefix(serverOptions.allowedOrigin), [passed, failed]],
  ['accepts no origin', 'production', { allows: () => false }, [passed, passed]],
])(
  '4.1.rule2 judges a server that %s by its environment: %s',
  async (_, environment, parts, expected) => {
    const { url: baseUrl, close } = await openFaultyServer(parts)
    const report = await checkServer({ baseUrl, ...serverOptions, ...originChecks, environment })
    await close()
    expect(report.results).toMatchObject(expected)
  },
)

const loopbackOrigins = [
  'http://localhost:3000',
  'https://localhost',
  'http://127.0.0.1:5173',
  'http://[::1]:8080',
]

it.concurrent.each(loopbackOrigins)(
  'D-021 tries no other loopback origin if %s is allowed, but origins that look like one',
  async (allowedOrigin) => {
    const find = async (parts: Partial<Parts>) => {
      const { url: baseUrl, close } = await openFaultyServer(parts)
      const options = { ...serverOptions, ...originChecks, environment: 'staging', allowedOrigin }
      const { results } = await checkServer({ baseUrl, ...options })
      await close()
      return results
    }
    expect(await find({ allows: isLoopback })).toMatchObject([passed, passed])
    expect(await find(byPrefix(allowedOrigin))).toMatchObject([passed, failed])
  },
)
