import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { gateQueries, storeRefused } from '../gate-queries.ts'
import { canaries, makeParty } from '../make-party.ts'
import { openFileStore } from '../open-test-store.ts'
import { startReceiver } from '../start-receiver.ts'
import { countriesPath, operatorToken, startServer } from '../start-server.ts'
import { exchange, toRequestBytes } from '../wire.ts'

async function read(operatorUrl: string, path: string) {
  const response = await fetch(operatorUrl + path)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** The value of a sample in the Prometheus text format; 0 if it is missing. */
function sampleOf(text: string, sample: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
  return line === undefined ? 0 : Number(line.slice(sample.length + 1))
}

const pages = ['/livez', '/readyz', '/metrics']

describe('health', () => {
  it('F6 is not ready while the store is unavailable, but always alive', async () => {
    let isAway = false
    const database = gateQueries(await openFileStore(), 'select 1', (run) =>
      isAway ? Promise.reject(storeRefused) : run(),
    )
    const { operatorUrl, ask } = await startServer({ database })
    const seen = async () => {
      const [alive, ready] = [await read(operatorUrl, '/livez'), await read(operatorUrl, '/readyz')]
      expect([alive.status, alive.text]).toEqual([200, '{"status":"ok"}'])
      return [ready.status, ready.text]
    }
    expect(await seen()).toEqual([200, '{"status":"ok","checks":{"store":"ok"}}'])
    isAway = true
    const away = '{"status":"unavailable","checks":{"store":"unavailable"}}'
    expect(await seen()).toEqual([503, away])
    isAway = false
    expect((await seen())[0]).toBe(200)
    // Partners cannot read it.
    for (const path of pages) expect((await ask({ path })).status).toBe(404)
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

  it('RFC 9110 answers only to GET and HEAD', async () => {
    const { operatorUrl } = await startServer()
    for (const path of pages) {
      for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        const headers = { 'content-type': 'text/plain' }
        const response = await fetch(operatorUrl + path, { method, headers })
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
        expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
      }
      expect((await fetch(operatorUrl + path, { method: 'HEAD' })).status).toBe(200)
    }
  })
})

describe('/metrics', () => {
  const seconds = (part: 'count' | 'sum', route: string, status: number) =>
    `partner_platform_request_seconds_${part}{route="${route}",status="${status}"}`

  it('counts answers by route and status, with the same durations as the log', async () => {
    const { ask, bearer, operatorUrl, logs } = await startServer()
    for (let call = 0; call < 5; call++) await ask({ headers: bearer })
    await ask()
    for (const path of ['/canary', '/canary/2', `${countriesPath}/canary`]) await ask({ path })
    const { text, headers } = await read(operatorUrl, '/metrics')
    const rows = [
      [countriesPath, 200] as const,
      [countriesPath, 401] as const,
      ['none', 404] as const,
    ]
    const counts = rows.map(([route, status]) => sampleOf(text, seconds('count', route, status)))
    expect(counts).toEqual([5, 1, 3])
    expect(headers.get('content-type')).toContain('version=0.0.4')
    expect(text).toContain('process_resident_memory_bytes')
    const tookMs = logs
      .map((line) => JSON.parse(line))
      .filter(({ route, status }) => route === countriesPath && status === 200)
      .map(({ durationMs }) => durationMs)
    expect(tookMs.some((ms) => !Number.isInteger(ms))).toBe(true)
    const sumMs = tookMs.reduce((sum, ms) => sum + ms, 0)
    expect(sampleOf(text, seconds('sum', countriesPath, 200)) * 1_000).toBeCloseTo(sumMs, 6)
  })

  it('I12 counts undeclared responses by status, and the server reports them when it stops', async () => {
    const fail = () => Promise.reject(new Error('canary'))
    const database = gateQueries(await openFileStore(), 'api_keys', fail)
    const { ask, bearer, operatorUrl, close } = await startServer({ database })
    for (let call = 0; call < 2; call++) expect((await ask({ headers: bearer })).status).toBe(500)
    const { text } = await read(operatorUrl, '/metrics')
    const sample = 'partner_platform_undeclared_responses_total{status="500"}'
    expect(sampleOf(text, sample)).toBe(2)
    await expect(close()).rejects.toThrow(/Response 500 of listCountries is undeclared/)
  })
})

describe('I10', () => {
  it('metrics, logs and answers to strangers contain no key, secret, id or personal data', async () => {
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
    for (const { emit } of parties) {
      await emit('VISA_GRANTED')
      await emit('RETURNED')
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
    // The search works: it finds the canary in a webhook.
    expect(found(receiver.requests.map(({ body }) => body).join(''), secrets)).toContain('Canary')
  })
})
