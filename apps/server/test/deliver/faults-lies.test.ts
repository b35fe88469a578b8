import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Attempt, WebhookPost } from '../../src/deliver/post-webhook.ts'
import { postTo } from './post-to.ts'
import { type Act, closedAfter, type RawOptions, startRawEndpoint } from './raw-endpoint.ts'

const head = 'HTTP/1.1 200 OK\r\n'

/** Makes one attempt at an endpoint that does this with its connection. */
async function attemptAt(act: Act, given: Partial<WebhookPost> = {}, options: RawOptions = {}) {
  const endpoint = await startRawEndpoint(act, options)
  const attempt = await postTo(endpoint.port, { attemptTimeoutMs: 5_000, ...given })
  await closedAfter(endpoint, 1)
  return { attempt, endpoint }
}

const ending =
  (bytes: string): Act =>
  (socket) =>
    void socket.end(bytes)
const resetting =
  (bytes: string): Act =>
  (socket) =>
    // The bytes must be on their way before the reset.
    void socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()))

type Lie = [says: string, bytes: string, want: Partial<Attempt>]
const ok = { outcome: 'accepted', status: 200 } as const
const brokenAt = (status: number | null) => ({ outcome: 'broken', status }) as const
const chunks = 'transfer-encoding: chunked\r\n\r\n'

const lies: Lie[] = [
  ['more than the length', `${head}content-length: 2\r\n\r\nok and more`, ok],
  ['another answer behind it', `${head}content-length: 2\r\n\r\nok${head}\r\n`, ok],
  ['much more than the length', `${head}content-length: 2\r\n\r\n${'ok'.repeat(99_999)}`, ok],
  ['more than no body', `HTTP/1.1 204 X\r\n\r\nok`, { outcome: 'accepted', status: 204 }],
  ['two lengths', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\nokk`, brokenAt(null)],
  ['a negative length', `${head}content-length: -1\r\n\r\n`, brokenAt(null)],
  ['a length that is not a number', `${head}content-length: 0x2\r\n\r\nok`, brokenAt(null)],
  ['a length that overflows', `${head}content-length: ${'9'.repeat(30)}\r\n\r\nok`, brokenAt(null)],
  ['a length and chunks', `${head}content-length: 2\r\n${chunks}0\r\n\r\n`, brokenAt(null)],
  ['a chunk that lies', `${head}${chunks}2\r\nokay\r\n0\r\n\r\n`, brokenAt(200)],
  ['a body that ends with the connection', `${head}\r\nok`, ok],
  ['no HTTP at all', 'hello\r\n\r\n', brokenAt(null)],
  ['another protocol', 'SSH-2.0-OpenSSH_9.7\r\n', brokenAt(null)],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', brokenAt(null)],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', brokenAt(null)],
  ['a NUL in a header', `${head}x-a: \0\r\n\r\n`, brokenAt(null)],
  ['a hint first', `HTTP/1.1 103 Early Hints\r\n\r\n${head}content-length: 0\r\n\r\n`, ok],
]

describe('an endpoint that lies', () => {
  it.each(lies)('F11 answers with %s', async (_says, bytes, want) => {
    const { attempt, endpoint } = await attemptAt(ending(bytes))
    expect(attempt).toMatchObject(want)
    expect(endpoint.requests).toHaveLength(1)
  })

  it.each([
    ['with the headers of an upgrade', 'connection: upgrade\r\nupgrade: x\r\n'],
    ['without them', ''],
    ['with half of them', 'upgrade: x\r\n'],
  ])('F11 is broken at once by a change of protocol %s', async (_says, lines) => {
    const answer = `HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`
    const { attempt } = await attemptAt((socket) => void socket.write(answer))
    expect(attempt).toMatchObject(brokenAt(101))
    expect(attempt.durationMs).toBeLessThan(2_000)
  })
})

const stages: [says: string, bytes: string, status: number | null][] = [
  ['before the answer', '', null],
  ['within the status line', 'HTTP/1.1 20', null],
  ['behind the status line', head, null],
  ['within the headers', `${head}content-le`, null],
  ['behind the headers', `${head}content-length: 9\r\n\r\n`, 200],
  ['within the body', `${head}content-length: 9\r\n\r\nabc`, 200],
  ['within a chunk', `${head}${chunks}9\r\nabc`, 200],
  ['between chunks', `${head}${chunks}3\r\nabc\r\n`, 200],
  ['behind a hint', 'HTTP/1.1 103 Early Hints\r\n\r\n', null],
]

describe('an endpoint that hangs up', () => {
  it.each(stages)('F11 by a reset %s', async (_says, bytes, status) => {
    const { attempt, endpoint } = await attemptAt(resetting(bytes))
    expect(attempt.outcome).toBe('broken')
    // A reset may overtake the bytes before it.
    expect([status, null]).toContain(attempt.status)
    expect(endpoint.requests).toHaveLength(1)
  })

  it.each(stages)('F11 by closing %s', async (_says, bytes, status) => {
    const { attempt, endpoint } = await attemptAt(ending(bytes))
    expect(attempt).toMatchObject(brokenAt(status))
    expect(endpoint.requests).toHaveLength(1)
  })

  it.each<[string, (socket: Socket) => void]>([
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['closing', (socket) => socket.destroy()],
  ])('F11 by %s as soon as the connection is made', async (_says, onConnect) => {
    const { attempt } = await attemptAt(() => {}, {}, { onConnect })
    expect(attempt).toMatchObject(brokenAt(null))
  })

  it('F11 by a reset in the middle of the request', async () => {
    const onConnect = (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())
    const body = Buffer.alloc(32 * 1024 * 1024)
    const { attempt, endpoint } = await attemptAt(() => {}, { body }, { onConnect })
    expect(attempt).toMatchObject(brokenAt(null))
    expect(endpoint.receivedBytes).toBeGreaterThan(0)
    expect(endpoint.requests).toHaveLength(0)
  })
})
