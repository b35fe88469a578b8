import { describe, expect, it } from 'vitest'
import { gateQueries } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { countriesPath, startServer } from '../start-server.ts'
import { exchange } from '../wire.ts'

const short = { headersTimeoutMs: 100, requestTimeoutMs: 200, checkIntervalMs: 20 }
const head = `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n`

describe('requests that take too long', () => {
  it.each([
    ['headers that do not end', head],
    ['a connection that says nothing', ''],
    ['a request line that does not end', 'GET /'],
  ])('F12 cuts %s with 408 in the envelope', async (_says, bytes) => {
    const { url } = await startServer({ limits: short })
    const [response, ...others] = await exchange(url, bytes)
    expect([response?.status, others]).toEqual([408, []])
    expect(JSON.parse(response?.text ?? '').error.code).toBe('request_timeout')
    expect(response?.header('RateLimit-Policy')).toBe('"default";q=100;w=60')
    expect(response?.header('Connection')).toBe('close')
  })

  it.each([
    { says: 'POST', method: 'POST', hasKey: true, status: 405 },
    { says: 'a call', method: 'GET', hasKey: true, status: 200 },
    { says: 'a call without a key', method: 'GET', hasKey: false, status: 401 },
  ])('F12 answers $says once, though its body never comes', async ({ method, hasKey, status }) => {
    const { url, key } = await startServer({ limits: short })
    const auth = hasKey ? `x-api-key: ${key}\r\n` : ''
    const bytes = `${head.replace('GET', method)}${auth}Content-Length: 10\r\n\r\n{"`
    const responses = await exchange(url, bytes)
    expect(responses.map((response) => response.status)).toEqual([status])
  })

  it('answers a call once, though its body breaks after the answer', async () => {
    const { url, key } = await startServer()
    const bytes = `${head}x-api-key: ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const responses = await exchange(url, bytes, {
      onData: (socket) => void socket.write('no chunk\r\n'),
    })
    expect(responses.map(({ status }) => status)).toEqual([200])
  })

  it.each([
    ['does not come in time', 'Content-Length: 10\r\n\r\n{"', 408],
    ['breaks', 'Transfer-Encoding: chunked\r\n\r\nno chunk\r\n', 400],
  ])('answers once where the body of a call in flight %s', async (_says, rest, status) => {
    const held = Promise.withResolvers<void>()
    const database = gateQueries(await openFileStore(), 'api_keys', (run) => held.promise.then(run))
    const { url, key, logs, close } = await startServer({ database, limits: short })
    const responses = await exchange(url, `${head}x-api-key: ${key}\r\n${rest}`, {
      onData: () => held.resolve(),
    })
    expect(responses.map((response) => response.status)).toEqual([status])
    await close()
    // That the answer of the call itself came too late is nobody's failure.
    expect(logs.filter((line) => line.includes('failure"'))).toEqual([])
  })
})
