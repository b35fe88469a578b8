import { describe, expect, it } from 'vitest'
import {
  checkFaultyServer as check,
  eachCountry,
  namingType,
  allowedOrigin as ownOrigin,
  type Parts,
} from './faulty/faulty-server.ts'

const dropped = ['content-type', 'etag', 'retry-after', 'www-authenticate']

/** All that only decisions forbid, at once. */
const ownWays: Partial<Parts> = {
  success: eachCountry(({ uuid, name }) => {
    return { uuid: uuid.toUpperCase(), name, isoCode: 'IND', currency: 'Rupee' }
  }),
  answersPreflight: false,
  limitHeaders: ({ used, quota }) => ({ 'x-api-call-limit': `${used}/${quota}` }),
  finish({ status, headers, body }) {
    const kept = Object.entries(headers).filter(([name]) => !dropped.includes(name))
    const open = { 'access-control-allow-credentials': 'true' }
    return {
      status,
      headers: { ...Object.fromEntries(kept), ...open },
      body: status < 400 ? body : 'No.',
    }
  },
}

describe.concurrent('a server that keeps to the source', () => {
  it.each<[string, Partial<Parts>]>([
    ['follows no decision', ownWays],
    [
      'lists no country, in JSON with its charset',
      {
        success: (body) => ({ ...body, result: [] }),
        finish: namingType('application/json; charset=utf-8'),
      },
    ],
  ])('fails no check if it %s', async (_, parts) => {
    const { results, ok } = await check(parts)
    expect(results.filter(({ status }) => status === 'failed')).toEqual([])
    expect(ok).toBe(true)
  })
})

it.concurrent('4.1.success names another type of JSON in a warning', async () => {
  const { results } = await check(
    { finish: namingType('text/json') },
    { only: ['success-is-json'] },
  )
  const received = expect.stringContaining('text/json')
  expect(results).toMatchObject([{ warning: 'content-type', received }])
})

describe.concurrent('the limit of a server', () => {
  it.each<[string, Partial<Parts>, object]>([
    ['whose quota is larger than is spent', { quota: 5_000 }, { status: 'not-judged' }],
    [
      'that shows no limit and has none so soon',
      { quota: 1_000_000, limitHeaders: () => ({}) },
      { status: 'warning', finding: true },
    ],
    ['whose window restarts meanwhile', { renewsAfter: 40 }, { status: 'not-judged' }],
  ])('7.429 is judged by what the source says, for one %s', async (_, parts, expected) => {
    const { results } = await check(parts, { only: ['limit-enforced'] })
    expect(results).toMatchObject([expected])
  })

  it('8.3 is not judged by headers whose names the checks do not know', async () => {
    const { results } = await check(
      { limitHeaders: () => ({ 'x-quota-left': '7' }) },
      { only: ['limit-headers-of-200'] },
    )
    const received = expect.stringContaining('x-quota-left')
    expect(results).toMatchObject([{ status: 'not-judged', received }])
  })
})

describe.concurrent('the origins of a server', () => {
  const isLoopback = (origin: string) =>
    /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin)
  const only = ['foreign-origin', 'look-alike-origins']
  const warned = { status: 'warning', warning: 'open-origins' }
  const failed = { status: 'failed', warning: null }
  const passed = { status: 'passed' }
  const open: Partial<Parts> = { allows: () => true }
  const byPrefix = (prefix: string): Partial<Parts> => ({
    allows: (origin) => origin.startsWith(prefix),
  })

  it.each<[string, string | undefined, Partial<Parts>, object[]]>([
    ['accepts all', undefined, open, [warned, warned]],
    ['accepts all', 'Development', open, [warned, warned]],
    ['accepts all', 'preview', open, [warned, warned]],
    ['accepts all', 'staging', open, [failed, failed]],
    ['accepts all', 'Production', open, [failed, failed]],
    ['compares prefixes', undefined, byPrefix(ownOrigin), [passed, warned]],
  ])(
    '4.1.rule2 of one that %s are judged by its environment: %s',
    async (_, environment, parts, expected) => {
      const { results } = await check(parts, { only, environment })
      expect(results).toMatchObject(expected)
    },
  )

  it.each(['http://localhost:3000', 'http://127.0.0.1:5173', 'http://[::1]:8080'])(
    'D-021 are not tried with another loopback origin if %s is allowed, but with look-alikes',
    async (allowedOrigin) => {
      const options = { only, environment: 'staging', allowedOrigin }
      const right = await check({ allows: isLoopback }, options)
      expect(right.results).toMatchObject([passed, passed])
      const wrong = await check(byPrefix(allowedOrigin), options)
      expect(wrong.results).toMatchObject([passed, failed])
    },
  )
})
