import { once } from 'node:events'
import { dial } from '@partner-platform/settings/testing'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../src/index.ts'
import { gateQueries } from '../gate-queries.ts'
import { openFileStore } from '../open-test-store.ts'
import { countriesPath, startServer } from '../start-server.ts'
import { exchange } from '../wire.ts'

const key = createApiKey('development')
const keys = [{ environment: 'development', key }] as const
const start = `GET ${countriesPath} HTTP/1.1\r\nHost: a.test\r\n`
const withKey = `${start}x-api-key: ${key}\r\n`
const call = `${withKey}\r\n`
const last = `${withKey}Connection: close\r\n\r\n`

const statusesOf = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status)

/** A server whose query for origins waits in every call until the test releases it. */
async function startHeld(given: Parameters<typeof startServer>[0] = {}) {
  const held: (() => void)[] = []
  const reached: (() => void)[] = []
  const database = gateQueries(await openFileStore(), 'from origins', async (run) => {
    const turn = new Promise<void>((resolve) => held.push(resolve))
    for (const tell of reached.splice(0)) tell()
    await turn
    return run()
  })
  const started = await startServer({ keys, ...given, database })
  return {
    ...started,
    held,
    /** Resolves when this many calls wait. */
    async waiting(count: number) {
      while (held.length < count) await new Promise<void>((resolve) => reached.push(resolve))
    },
  }
}

describe('calls that share a connection', () => {
  it('are answered one by one, even if hundreds come at once', async () => {
    const { url } = await startServer({ keys, rateLimit: { quota: 20, windowSeconds: 60 } })
    const statuses = statusesOf(await exchange(url, `${call.repeat(299)}${last}`))
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(280).fill(429)])
  })

  it('are not answered from inside the body of another', async () => {
    const { url } = await startServer({ keys })
    const outer = `${withKey}Content-Length: ${start.length + 2}\r\n\r\n`
    const responses = await exchange(url, `${outer}${start}\r\n${last}`)
    expect(statusesOf(responses)).toEqual([200, 200])
  })
})

describe('callers that leave early', () => {
  it.each([
    ['within the headers', start, 400],
    ['within the request line', 'GET /api', 400],
    ['within a length', `${start}Content-Length: 10\r\n\r\n{"`, 401],
    ['within a chunk', `${start}Transfer-Encoding: chunked\r\n\r\n5\r\n{"`, 401],
    ['behind a whole call', call, 200],
  ])('I8 are answered once if they stop sending %s', async (_says, bytes, status) => {
    const { url, ask } = await startServer({ keys })
    // Later calls find what the guard reads in memory, and so get their answer before the end is noticed.
    await ask()
    expect(statusesOf(await exchange(url, bytes, { isEnded: true }))).toEqual([status])
  })

  it('cause no failure if they are gone before their answer', async () => {
    const { url, held, waiting, ask, logs } = await startHeld()
    const gone = Array.from({ length: 50 }, () => dial(url))
    for (const { socket } of gone) socket.write(call)
    await waiting(50)
    for (const { socket } of gone) socket.resetAndDestroy()
    await Promise.all(gone.map(({ closed }) => closed))
    for (const letGo of held) letGo()
    const asked = ask({ headers: [['x-api-key', key]] })
    held[50]?.()
    expect((await asked).status).toBe(200)
    expect(gone.map(({ received }) => received()).join('')).toBe('')
    expect(logs.filter((line) => line.includes('failure"'))).toEqual([])
  })
})

describe('a server that stops', () => {
  it('F5 answers new calls on a connection with a call in flight, and never with 503', async () => {
    const { url, close, held, waiting } = await startHeld()
    const { socket, received, closed } = dial(url)
    socket.write(call)
    await waiting(1)
    const closing = close()
    socket.write(call)
    await waiting(2)
    for (const letGo of held) letGo()
    await Promise.all([closing, closed])
    expect(received().match(/HTTP\/1\.1 [0-9]{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  })

  it('F5 cuts an unfinished request after the grace time', async () => {
    const { url, close } = await startServer({ limits: { closeGraceMs: 50 } })
    const { socket, closed } = dial(url)
    socket.write(start)
    await once(socket, 'connect')
    await close()
    await closed
    expect(socket.destroyed).toBe(true)
  })
})
