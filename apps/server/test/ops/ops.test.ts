import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { gateQueries } from '../gate-queries.ts'
import { canaries, makeParty } from '../make-party.ts'
import { startReceiver } from '../start-receiver.ts'
import { countriesPath, openFileStore, operatorToken, startServer } from '../start-server.ts'
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
