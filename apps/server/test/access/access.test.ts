import { authVectors } from '@partner-platform/contract-kit'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { gateQueries } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { countriesPath, startServer } from '../start-server.ts'
import { exchange, toRequestBytes } from '../wire.ts'

/** The header lines but those that no two answers share; case and order are those of the wire. */
const steady = (lines: readonly (readonly [string, string])[]) =>
  lines.filter(([name]) => !['date', 'x-request-id'].includes(name.toLowerCase()))

describe('401', () => {
  const { keys } = authVectors.fixtures
  const refused = authVectors.rows.filter(
    ({ given, want }) => want.status === 401 && given.environment === 'development',
  )

  it('I11 is the same, byte for byte but for the request id, whatever the cause', async () => {
    const { ask } = await startServer({ keys: Object.values(keys) })
    const seen = new Set<string>()
    const ids = new Set<string | undefined>()
    for (const { given } of refused) {
      const { status, lines, text, header } = await ask({ headers: given.headers })
      ids.add(header('X-Request-Id'))
      const { error } = JSON.parse(text)
      seen.add(JSON.stringify([status, steady(lines), text.replace(error.requestId, '')]))
    }
    expect(refused.length).toBeGreaterThan(20)
    expect([...seen]).toHaveLength(1)
    expect(ids.size).toBe(refused.length)
  })

  it('D-017 challenges for a bearer token without an error attribute', async () => {
    const { ask } = await startServer()
    const response = await ask()
    expect(response.header('WWW-Authenticate')).toBe('Bearer realm="platform"')
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
    const shape = ({ lines, text }: Awaited<ReturnType<typeof ask>>) => [
      steady(lines),
      { ...JSON.parse(text).error, requestId: '' },
    ]
    const elsewhere = await ask({ headers: [['x-api-key', elsewhereKey]] })
    const foreign = await ask({
      headers: [
        ['x-api-key', ownKey],
        ['Origin', 'https://a.example'],
      ],
    })
    expect(elsewhere.status).toBe(403)
    expect(shape(elsewhere)).toEqual(shape(foreign))
  })

  it('D-015 shows the state of the key and counts nothing', async () => {
    const { ask, bearer } = await startServer()
    await ask({ headers: bearer })
    const refused = await ask({ headers: [...bearer, ['Origin', 'https://a.example']] })
    expect(refused.status).toBe(403)
    expect(refused.header('RateLimit')).toBe('"default";r=99;t=60')
    expect((await ask({ headers: bearer })).header('RateLimit')).toBe('"default";r=98;t=60')
  })

  it('D-015 tells the same by the headers of today, which pages may read', async () => {
    const { ask, bearer } = await startServer()
    const names = ['Limit', 'Remaining', 'Reset'].map((name) => `X-RateLimit-${name}`)
    const own = [...bearer, ['Origin', 'http://localhost:3000']] as const
    for (const headers of [[], own, own]) {
      const response = await ask({ headers })
      const [, left, seconds] = /r=(\d+);t=(\d+)/.exec(response.header('RateLimit') ?? '') ?? []
      expect(names.map((name) => response.header(name))).toEqual(['100', left, seconds])
      if (headers.length === 0) continue
      const exposed = (response.header('Access-Control-Expose-Headers') ?? '').split(', ')
      expect(exposed).toEqual(expect.arrayContaining(names))
    }
  })

  it('D-021 refuses two Origin lines, even if each is allowed', async () => {
    const origin = 'https://app.example'
    const { ask, bearer } = await startServer({ origins: { development: [origin] } })
    const headers = [...bearer, ['Origin', origin], ['Origin', origin]] as const
    const response = await ask({ headers })
    expect(response.status).toBe(403)
    expect(response.header('Access-Control-Allow-Origin')).toBeUndefined()
  })
})

describe('429', () => {
  it('8.1 comes after the quota of the contract, tells when to come back, and ends then', async () => {
    const { ask, bearer, clock } = await startServer()
    for (let call = 1; call <= 100; call++) {
      expect((await ask({ headers: bearer })).header('RateLimit')).toBe(
        `"default";r=${100 - call};t=60`,
      )
    }
    clock.advance(12_500)
    const refused = await ask({ headers: bearer })
    expect(refused.status).toBe(429)
    expect(refused.header('RateLimit-Policy')).toBe('"default";q=100;w=60')
    expect(refused.header('RateLimit')).toBe('"default";r=0;t=48')
    expect(refused.header('Retry-After')).toBe('48')
    clock.advance(47_500)
    expect((await ask({ headers: bearer })).status).toBe(200)
  })
})

describe('browsers', () => {
  const origin = 'https://app.example'
  const start = () => startServer({ origins: { development: [origin] } })
  const preflight = (from: string) =>
    [
      ['Origin', from],
      ['Access-Control-Request-Method', 'GET'],
      ['Access-Control-Request-Headers', 'authorization'],
    ] as const

  it('D-021 answers a preflight without a key', async () => {
    const { ask } = await start()
    const response = await ask({ method: 'OPTIONS', headers: preflight(origin) })
    expect(response.status).toBe(204)
    expect(response.text).toBe('')
    expect(response.header('Access-Control-Allow-Origin')).toBe(origin)
    expect(response.header('Access-Control-Allow-Methods')).toBe('GET, HEAD, OPTIONS')
    expect(response.header('Access-Control-Allow-Headers')).toBe(
      'authorization, x-api-key, If-None-Match',
    )
    expect(response.header('Access-Control-Allow-Credentials')).toBeUndefined()
    expect(response.header('Vary')).toBe('Origin, Accept-Encoding')
  })

  it('D-021 refuses a preflight from another origin', async () => {
    const { ask } = await start()
    const response = await ask({ method: 'OPTIONS', headers: preflight('https://other.example') })
    expect(response.status).toBe(403)
    expect(response.header('Access-Control-Allow-Origin')).toBeUndefined()
  })

  it('D-021 lets a page of an allowed origin read that a method is not there', async () => {
    const { ask, bearer } = await start()
    for (const auth of [bearer, []]) {
      const allowOrigin = async (from: string) => {
        const response = await ask({ method: 'POST', headers: [...auth, ['Origin', from]] })
        expect(response.status).toBe(405)
        return response.header('Access-Control-Allow-Origin')
      }
      expect(await allowOrigin(origin)).toBe(origin)
      expect(await allowOrigin('https://other.example')).toBeUndefined()
    }
  })

  it('D-021 names no origin where there is no path', async () => {
    const { ask } = await start()
    const response = await ask({ path: '/nothing', headers: [['Origin', origin]] })
    expect(response.status).toBe(404)
    expect(response.header('Access-Control-Allow-Origin')).toBeUndefined()
  })

  it('RFC 9110 answers OPTIONS outside a browser with the methods', async () => {
    const { ask } = await start()
    const response = await ask({ method: 'OPTIONS' })
    expect([response.status, response.header('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  it('D-021 lets scripts read the headers of the contract, on errors too', async () => {
    const { ask, bearer } = await start()
    const from = ['Origin', origin] as const
    for (const headers of [[...bearer, from], [from]]) {
      const response = await ask({ headers })
      expect(response.header('Access-Control-Allow-Origin')).toBe(origin)
      const exposed = (response.header('Access-Control-Expose-Headers') ?? '').split(', ')
      expect(exposed).toEqual(
        expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id']),
      )
    }
  })
})

describe('keys', () => {
  it('D-020 are looked up only if their form and checksum hold', async () => {
    const key = createApiKey('development')
    let lookups = 0
    const database = gateQueries(await openFileStore(), 'api_keys', (run) => {
      lookups += 1
      return run()
    })
    const { ask } = await startServer({ database, keys: [] })
    for (const sent of [`${key}0`, key.slice(0, -1), `${key.slice(0, -1)}-`, 'guess', '']) {
      expect((await ask({ headers: [['x-api-key', sent]] })).status).toBe(401)
    }
    expect(lookups).toBe(0)
    expect((await ask({ headers: [['x-api-key', key]] })).status).toBe(401)
    expect(lookups).toBe(1)
  })

  it('I10 appear in no log, wherever a caller puts them', async () => {
    const { url, key, logs } = await startServer()
    await exchange(
      url,
      toRequestBytes({
        path: `${countriesPath}?key=${key}`,
        headers: [
          ['x-api-key', key],
          ['Cookie', key],
          [`x-${key}`, key],
        ],
      }),
    )
    await exchange(url, toRequestBytes({ path: `/${key}`, headers: [['Authorization', key]] }))
    await exchange(url, `GET ${key}\r\n\r\n`)
    expect(logs.length).toBeGreaterThan(2)
    expect(logs.join('')).not.toContain(key)
  })

  it.each([
    ['X-Forwarded-For', '203.0.113.7'],
    ['X-Forwarded-Host', 'staging.example'],
    ['X-Forwarded-Proto', 'http'],
    ['Forwarded', 'for=203.0.113.7;host=staging.example;proto=http'],
    ['X-Real-IP', '203.0.113.7'],
    ['X-Original-URL', '/nothing'],
    ['X-Rewrite-URL', '/nothing'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Forwarded-Authorization', 'Bearer canary'],
    ['Referer', 'https://evil.example/'],
    ['Sec-Fetch-Site', 'cross-site'],
  ])('5.2 are asked for nowhere else: %s changes nothing', async (name, value) => {
    const { ask, bearer, key } = await startServer()
    expect((await ask({ headers: [...bearer, [name, value]] })).status).toBe(200)
    expect((await ask({ headers: [[name, value]] })).status).toBe(401)
    expect((await ask({ headers: [[name, key]] })).status).toBe(401)
  })
})
