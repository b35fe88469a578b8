import { authVectors } from '@partner-platform/fixtures/tables'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { createTestClock } from '../../src/testing/open-platform.ts'
import { countQueries } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { countriesPath, openServer, startServer } from '../start-server.ts'
import { exchange, steady, toRequestBytes } from '../wire.ts'

describe('401', () => {
  it('I11, D-017 is the same, byte for byte but for the request id, whatever the cause', async () => {
    const refused = authVectors.rows.filter(
      ({ given, want }) => want.status === 401 && given.environment === 'development',
    )
    const { ask } = await startServer({ keys: Object.values(authVectors.fixtures.keys) })
    const seen = new Set<string>()
    const ids = new Set<string | undefined>()
    for (const { given } of refused) {
      const response = await ask({ headers: given.headers })
      const { status, text, header } = response
      const id = header('X-Request-Id') ?? ''
      ids.add(id)
      seen.add(JSON.stringify([status, steady(response), text.replace(id, '')]))
      expect(header('WWW-Authenticate')).toBe('Bearer realm="platform"')
    }
    expect(refused.length).toBeGreaterThan(20)
    expect([seen.size, ids.size]).toEqual([1, refused.length])
  })
})

describe('403', () => {
  it('D-018 is the same for environment and origin', async () => {
    const [elsewhereKey, ownKey] = [createApiKey('staging'), createApiKey('development')]
    const { ask } = await startServer({
      keys: [
        { environment: 'staging', key: elsewhereKey },
        { environment: 'development', key: ownKey },
      ],
    })
    const from = ['Origin', 'https://a.example'] as const
    const answers = [
      await ask({ headers: [['x-api-key', elsewhereKey]] }),
      await ask({ headers: [['x-api-key', ownKey], from] }),
    ]
    const [one, other] = answers.map((response) => {
      const { requestId: _, ...error } = JSON.parse(response.text).error
      return [response.status, steady(response), error]
    })
    expect(one).toEqual(other)
    expect(one?.[0]).toBe(403)
  })

  it('D-015 shows the state of the key and counts nothing', async () => {
    const { ask, bearer } = await startServer()
    await ask({ headers: bearer })
    const refused = await ask({ headers: [...bearer, ['Origin', 'https://a.example']] })
    expect([refused.status, refused.header('RateLimit')]).toEqual([403, '"default";r=99;t=60'])
    expect((await ask({ headers: bearer })).header('RateLimit')).toBe('"default";r=98;t=60')
  })

  it('D-021 refuses two Origin lines, even if each is allowed', async () => {
    const origin = 'https://app.example'
    const { ask, bearer } = await startServer({ origins: { development: [origin] } })
    const response = await ask({ headers: [...bearer, ['Origin', origin], ['Origin', origin]] })
    expect(response.status).toBe(403)
    expect(response.header('Access-Control-Allow-Origin')).toBeUndefined()
  })
})

describe('429', () => {
  it('8.1, D-015 comes after the quota, says when to try again, and ends then', async () => {
    const rateLimit = { quota: 2, windowSeconds: 60 }
    const clock = createTestClock()
    let wallJumpMs = 0
    const { ask, bearer: headers } = await startServer({
      rateLimit,
      clock: { ...clock, wallMs: () => clock.wallMs() + wallJumpMs },
    })
    const older = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    for (const left of ['1', '0']) {
      const { header } = await ask({ headers })
      expect(header('RateLimit')).toBe(`"default";r=${left};t=60`)
      expect(older.map(header)).toEqual(['2', left, '60'])
    }
    clock.advance(12_500)
    // F8: only the monotonic clock matters.
    wallJumpMs = 3_600_000
    const { status, header } = await ask({ headers })
    const names = ['RateLimit-Policy', 'RateLimit', 'Retry-After']
    expect([status, ...names.map(header)]).toEqual([
      ...[429, '"default";q=2;w=60', '"default";r=0;t=48', '48'],
    ])
    clock.advance(47_500)
    expect((await ask({ headers })).status).toBe(200)
  })
})

describe('browsers', () => {
  const origin = 'https://app.example'
  const other = 'https://other.example'
  let server: Awaited<ReturnType<typeof openServer>>
  beforeAll(async () => {
    server = await openServer({ origins: { development: [origin] } })
  })
  afterAll(() => server.close())

  const preflight = (from: string) =>
    server.ask({
      method: 'OPTIONS',
      headers: [
        ['Origin', from],
        ['Access-Control-Request-Method', 'GET'],
        ['Access-Control-Request-Headers', 'authorization'],
      ],
    })

  it('D-021 answers a preflight without a key', async () => {
    const { status, text, header } = await preflight(origin)
    expect([status, text]).toEqual([204, ''])
    expect(header('Access-Control-Allow-Origin')).toBe(origin)
    expect(header('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS')
    expect(header('Access-Control-Allow-Headers')).toBe('authorization, x-api-key, If-None-Match')
    expect(header('Access-Control-Allow-Credentials')).toBeUndefined()
    expect(header('Access-Control-Max-Age')).toBe('600')
    expect(header('Vary')).toBe('Origin, Accept-Encoding')
  })

  it('D-021 refuses a preflight from another origin', async () => {
    const { status, header } = await preflight(other)
    expect([status, header('Access-Control-Allow-Origin')]).toEqual([403, undefined])
  })

  it('D-021 lets a page of an allowed origin read a 405', async () => {
    for (const auth of [server.bearer, []]) {
      for (const from of [origin, other]) {
        const headers = [...auth, ['Origin', from] as const]
        const { status, header } = await server.ask({ method: 'POST', headers })
        const allowed = from === origin ? origin : undefined
        expect([status, header('Access-Control-Allow-Origin')]).toEqual([405, allowed])
        expect(header('Allow')).toBe('GET, HEAD, OPTIONS')
      }
    }
  })

  it('D-021 names no origin in a 404', async () => {
    const { status, header } = await server.ask({ path: '/nothing', headers: [['Origin', origin]] })
    expect([status, header('Access-Control-Allow-Origin')]).toEqual([404, undefined])
  })

  it('RFC 9110 answers OPTIONS outside a browser with the methods', async () => {
    const { status, header } = await server.ask({ method: 'OPTIONS' })
    expect([status, header('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  it('D-015, D-021 lets scripts read the headers of the contract, on errors too', async () => {
    const from = ['Origin', origin] as const
    const older = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    for (const headers of [[...server.bearer, from], [from]]) {
      const { header } = await server.ask({ headers })
      expect(header('Access-Control-Allow-Origin')).toBe(origin)
      const names = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id', ...older]
      const exposed = (header('Access-Control-Expose-Headers') ?? '').split(', ')
      expect(exposed).toEqual(expect.arrayContaining(names))
    }
  })
})

describe('keys', () => {
  it('F16, D-020 are looked up only if their form and checksum hold, and cached only if known', async () => {
    const key = createApiKey('development')
    const { database, count } = countQueries(await openFileStore(), 'from api_keys')
    const { ask } = await startServer({ database, keys: [] })
    for (const sent of [`${key}0`, key.slice(0, -1), `${key.slice(0, -1)}-`, 'guess', '']) {
      expect((await ask({ headers: [['x-api-key', sent]] })).status).toBe(401)
    }
    expect(count()).toBe(0)
    for (const want of [1, 2]) {
      expect((await ask({ headers: [['x-api-key', key]] })).status).toBe(401)
      expect(count()).toBe(want)
    }
  })

  it('5.2 are read from no other header, and other headers change nothing', async () => {
    const { ask, bearer, key, url, logs } = await startServer()
    for (const [name, value] of [
      ['X-Forwarded-For', '203.0.113.7'],
      ['X-Forwarded-Host', 'staging.example'],
      ['Forwarded', 'for=203.0.113.7;host=staging.example;proto=http'],
      ['X-Original-URL', '/nothing'],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Forwarded-Authorization', 'Bearer canary'],
      ['Cookie', 'canary'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const) {
      expect((await ask({ headers: [...bearer, [name, value]] })).status, name).toBe(200)
      expect((await ask({ headers: [[name, value]] })).status, name).toBe(401)
      expect((await ask({ headers: [[name, key]] })).status, name).toBe(401)
    }
    // I10: keys appear in no log, wherever a caller puts them.
    await exchange(url, toRequestBytes({ path: `${countriesPath}?key=${key}` }))
    await exchange(url, toRequestBytes({ path: `/${key}`, headers: [[`x-${key}`, key]] }))
    await exchange(url, `GET ${key}\r\n\r\n`)
    expect(logs.length).toBeGreaterThan(20)
    expect(logs.join('')).not.toContain(key)
  })
})
