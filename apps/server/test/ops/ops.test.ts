import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { gateQueries } from '../gate-queries.ts'
import { canaries, makeParty } from '../make-party.ts'
import { openFileStore } from '../open-test-store.ts'
import { startReceiver } from '../start-receiver.ts'
import { countriesPath, operatorToken, startServer } from '../start-server.ts'
import { exchange, toRequestBytes } from '../wire.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED canary:5432'), {
  code: 'ECONNREFUSED',
})

async function read(operatorUrl: string, path: string) {
  const response = await fetch(operatorUrl + path)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** The value of a sample of the form that Prometheus reads; 0 for one that is not there. */
function sampleOf(text: string, sample: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
  return line === undefined ? 0 : Number(line.slice(sample.length + 1))
}

describe('health', () => {
  it('is told to who has no token', async () => {
    const { operatorUrl } = await startServer()
    expect(await read(operatorUrl, '/livez')).toMatchObject({
      status: 200,
      text: '{"status":"ok"}',
    })
    expect(await read(operatorUrl, '/readyz')).toMatchObject({
      status: 200,
      text: '{"status":"ok","checks":{"store":"ok"}}',
    })
  })

  it('F6 is "not ready" while the store is away, and "alive" all along', async () => {
    let isAway = false
    const database = gateQueries(await openFileStore(), 'select 1', (run) =>
      isAway ? Promise.reject(refused) : run(),
    )
    const { operatorUrl } = await startServer({ database })
    const statuses = async () => [
      (await read(operatorUrl, '/livez')).status,
      (await read(operatorUrl, '/readyz')).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    isAway = true
    expect(await statuses()).toEqual([200, 503])
    const { text } = await read(operatorUrl, '/readyz')
    expect(text).toBe('{"status":"unavailable","checks":{"store":"unavailable"}}')
    isAway = false
    expect(await statuses()).toEqual([200, 200])
  })

  it('F5 is "stopping" while calls in flight finish', async () => {
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const database = gateQueries(await openFileStore(), 'api_keys', async (run, text) => {
      if (text.startsWith('select')) {
        reached.resolve()
        await held.promise
      }
      return run()
    })
    const { ask, bearer, operatorUrl, close } = await startServer({ database })
    const asked = ask({ headers: bearer })
    await reached.promise
    const closing = close()
    expect(await read(operatorUrl, '/readyz')).toMatchObject({
      status: 503,
      text: '{"status":"stopping","checks":{"store":"ok"}}',
    })
    expect((await read(operatorUrl, '/livez')).status).toBe(200)
    held.resolve()
    expect((await asked).status).toBe(200)
    await closing
  })

  it.each(['/livez', '/readyz', '/metrics'])(
    'RFC 9110 %s answers only to GET and HEAD',
    async (path) => {
      const { operatorUrl } = await startServer()
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const headers = { 'content-type': 'text/plain' }
        const response = await fetch(operatorUrl + path, { method, headers })
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
        expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
      }
      expect((await fetch(operatorUrl + path, { method: 'HEAD' })).status).toBe(200)
    },
  )

  it('is not told to partners', async () => {
    const { ask } = await startServer()
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await ask({ path })).status).toBe(404)
    }
  })
})

describe('/metrics', () => {
  it('counts answers by route and status, and what is no call as one', async () => {
    const { ask, bearer, operatorUrl } = await startServer()
    for (let call = 0; call < 3; call++) await ask({ headers: bearer })
    await ask()
    for (const path of ['/canary', '/canary/2', `${countriesPath}/canary`]) await ask({ path })
    const { text, headers } = await read(operatorUrl, '/metrics')
    const count = (route: string, status: number) =>
      sampleOf(text, `partner_platform_request_seconds_count{route="${route}",status="${status}"}`)
    expect([count(countriesPath, 200), count(countriesPath, 401), count('none', 404)]).toEqual([
      3, 1, 3,
    ])
    expect(headers.get('content-type')).toContain('version=0.0.4')
    expect(text).toContain('process_resident_memory_bytes')
  })

  it('tells how long an answer takes as exactly as it is measured', async () => {
    const { ask, bearer, operatorUrl, logs } = await startServer()
    for (let call = 0; call < 5; call++) await ask({ headers: bearer })
    const { text } = await read(operatorUrl, '/metrics')
    const calls = logs
      .map((line) => JSON.parse(line))
      .filter(({ route }) => route === countriesPath)
    const tookMs = calls.map(({ durationMs }) => durationMs)
    expect(tookMs).toHaveLength(5)
    expect(tookMs.some((ms) => !Number.isInteger(ms))).toBe(true)
    const sample = `partner_platform_request_seconds_sum{route="${countriesPath}",status="200"}`
    const sumMs = tookMs.reduce((sum, ms) => sum + ms, 0)
    expect(sampleOf(text, sample) * 1_000).toBeCloseTo(sumMs, 6)
  })

  it('counts what no request was made of, by status', async () => {
    const { url, operatorUrl } = await startServer({
      limits: { headersTimeoutMs: 100, checkIntervalMs: 20 },
    })
    const head = `GET ${countriesPath} HTTP/1.1\r\n`
    const host = 'Host: a.test\r\n'
    const rows: [number, string][] = [
      [400, 'garbage\r\n\r\n'],
      [400, `${head}\r\n`],
      [400, `GET /%zz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
      [405, `CONNECT a.test:443 HTTP/1.1\r\n${host}\r\n`],
      [408, head],
      [413, `${head}${host}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}`],
      [414, `GET /${'a'.repeat(5_000)} HTTP/1.1\r\n${host}\r\n`],
      [417, `${head}${host}Expect: more\r\n\r\n`],
      [431, `${head}${host}x-pad: ${'a'.repeat(20_000)}\r\n\r\n`],
    ]
    for (const [status, bytes] of rows) {
      expect((await exchange(url, bytes)).map((response) => response.status)).toContain(status)
    }
    const { text } = await read(operatorUrl, '/metrics')
    const statuses = [...new Set(rows.map(([status]) => status))]
    const counts = statuses.map((status) => [
      status,
      sampleOf(text, `partner_platform_malformed_requests_total{status="${status}"}`),
    ])
    const sent = (status: number) => rows.filter((row) => row[0] === status).length
    expect(counts).toEqual(statuses.map((status) => [status, sent(status)]))
  })

  it('I12 counts answers that the document does not have, by status', async () => {
    const database = gateQueries(await openFileStore(), 'api_keys', () =>
      Promise.reject(new Error('canary')),
    )
    const { ask, bearer, operatorUrl, close } = await startServer({ database })
    await ask({ headers: bearer })
    const { text } = await read(operatorUrl, '/metrics')
    expect(sampleOf(text, 'partner_platform_undeclared_responses_total{status="500"}')).toBe(1)
    await expect(close()).rejects.toThrow(/undeclared/)
  })

  it('counts failures on our side', async () => {
    const database = gateQueries(await openFileStore(), 'api_keys', () => Promise.reject(refused))
    const { ask, bearer, operatorUrl } = await startServer({ database, checkResponses: false })
    await ask({ headers: bearer })
    await ask({ headers: bearer })
    const { text } = await read(operatorUrl, '/metrics')
    expect(sampleOf(text, 'partner_platform_failures_total{event="store-failure"}')).toBe(2)
  })
})

describe('I10', () => {
  it('metrics, logs and answers to strangers hold no key, secret, id or personal data', async () => {
    const silent = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    const receiver = await startReceiver((response) => response.writeHead(500).end('canary'))
    const server = await startServer({ role: 'all', keys: [] })
    const { operator, operatorUrl, url, logs } = server
    const { port } = silent.address() as { port: number }
    const parties = [
      await makeParty(operator, { url: `${receiver.url}?token=canary` }),
      await makeParty(operator, { url: `http://127.0.0.1:${port}/canary` }),
    ]
    const emitted = []
    for (const { emit } of parties) {
      emitted.push(await emit('VISA_GRANTED'), await emit('RETURNED'))
    }
    const stranger = createApiKey('development')
    const answers = []
    for (const key of [...parties.map((party) => party.key), stranger]) {
      const path = `${countriesPath}?key=${key}`
      const headers = [
        ['x-api-key', key],
        ['Cookie', key],
        [`x-${key}`, key],
      ] as const
      answers.push(...(await exchange(url, toRequestBytes({ path, headers }))))
      answers.push(...(await exchange(url, toRequestBytes({ path: `/${key}` }))))
      answers.push(...(await exchange(url, `GET ${key}\r\n\r\n`)))
    }
    const isMade = ({ event }: { event: string }) => event === 'attempt'
    const attempts = () => logs.map((line) => JSON.parse(line)).filter(isMade)
    await expect.poll(() => attempts().length).toBeGreaterThanOrEqual(4)
    expect(new Set(attempts().map(({ outcome }) => outcome)).size).toBe(2)
    const { text: metrics } = await read(operatorUrl, '/metrics')
    expect(metrics).toContain('partner_platform_delivery_attempt_seconds_count')

    const secrets = [
      ...canaries,
      ...[stranger, operatorToken],
      ...parties.flatMap(({ key, secret }) => [key, secret]),
    ]
    const ids = parties.flatMap(({ partner, keyId, submissionId, endpointId }) => [
      ...[partner, keyId, submissionId, endpointId],
    ])
    const found = (text: string, words: readonly string[]) =>
      words.filter((word) => text.includes(word))
    expect(found(logs.join(''), secrets)).toEqual([])
    expect(found(metrics, [...secrets, ...ids])).toEqual([])
    expect(metrics).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|req_|127\.0\.0\.1/)
    expect(found(JSON.stringify(answers), [...secrets, ...ids])).toEqual([])
    // It would be found, were it there.
    expect(found(receiver.requests.map(({ body }) => body).join(''), secrets)).toContain('Canary')
    expect(emitted).toHaveLength(4)
  })
})
