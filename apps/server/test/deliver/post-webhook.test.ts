import { connect, Socket } from 'node:net'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { type Outcome, postWebhook } from '../../src/deliver/post-webhook.ts'
import { fetchingSender } from './mutants.ts'
import { openGuard, postTo, toPost } from './post-to.ts'
import { startRawEndpoint } from './raw-endpoint.ts'

/** An endpoint that answers with these bytes, and closes. */
const answering = (bytes: string) => startRawEndpoint((socket) => void socket.end(bytes))
const answer = (status: number, lines = '') => `HTTP/1.1 ${status} X\r\n${lines}\r\n`

describe('the request', () => {
  it('4.2.body carries the bytes unchanged, on a connection of its own', async () => {
    const endpoint = await answering(answer(202))
    const url = `http://127.0.0.1:${endpoint.port}/hook/%C3%A9?a=b&c`
    const bytes = Buffer.from('{"name":"Zoë"}')
    const headers = { 'content-type': 'application/json', 'x-platform-event': 'submission.updated' }
    await postWebhook(toPost(url, { body: bytes, headers }))
    const lines = [
      'POST /hook/%C3%A9?a=b&c HTTP/1.1',
      'content-type: application/json',
      'x-platform-event: submission.updated',
      `host: 127.0.0.1:${endpoint.port}`,
      'Connection: close',
      `Content-Length: ${bytes.length}`,
    ]
    const [request] = endpoint.requests
    expect(request).toBe(`${lines.join('\r\n')}\r\n\r\n${bytes.toString('latin1')}`)
    await postWebhook(toPost(url))
    expect(endpoint.connections).toBe(2)
  })
})

describe('the outcome', () => {
  it.each<[outcome: Outcome, statuses: number[]]>([
    ['accepted', [200, 201, 202, 204, 226, 299]],
    ['redirected', [300, 304, 305, 399]],
    ['refused', [400, 401, 404, 408, 410, 413, 429, 500, 502, 503, 599, 600, 999]],
  ])('4.2.response, D-010 is %s on %j', async (outcome, statuses) => {
    let next = 0
    const endpoint = await startRawEndpoint((socket) => void socket.end(answer(next)))
    for (const status of statuses) {
      next = status
      expect(await postTo(endpoint.port)).toMatchObject({ outcome, status })
    }
    expect(endpoint.requests).toHaveLength(statuses.length)
  })

  it('D-010 does not look at the body of an answer', async () => {
    const endpoint = await answering(`${answer(200, 'content-length: 14\r\n')}{"ok": "never"`)
    expect(await postTo(endpoint.port)).toMatchObject({ outcome: 'accepted', status: 200 })
  })

  it('D-011 shares the time to connect among the addresses that do not answer', async () => {
    const endpoint = await answering(answer(200))
    const deaf: Socket[] = []
    const attempt = await postTo(endpoint.port, {
      connectTimeoutMs: 300,
      guard: openGuard('127.0.0.2', '127.0.0.3', '127.0.0.1'),
      connect(to) {
        if (to.host === '127.0.0.1') return connect(to)
        // Neither connects nor fails.
        const socket = new Socket()
        deaf.push(socket)
        return socket
      },
    })
    expect(attempt).toMatchObject({ outcome: 'accepted', status: 200 })
    expect(attempt.durationMs).toBeGreaterThanOrEqual(180)
    expect(deaf.map(({ destroyed }) => destroyed)).toEqual([true, true])
  })

  it('D-011 ends in time without a connection', async () => {
    const deaf = new Socket()
    const attempt = await postTo(9, { connectTimeoutMs: 60, connect: () => deaf })
    expect(attempt).toMatchObject({ outcome: 'timed-out', status: null })
    expect(attempt.durationMs).toBeLessThan(1_500)
    expect(deaf.destroyed).toBe(true)
  })

  it('8.4, D-011 gives the answer more time than the connection', async () => {
    const endpoint = await startRawEndpoint((socket) => {
      setTimeout(() => socket.end(answer(200)), 300)
    })
    const attempt = await postTo(endpoint.port, { connectTimeoutMs: 200 })
    expect(attempt).toMatchObject({ outcome: 'accepted', status: 200 })
    expect(attempt.durationMs).toBeGreaterThan(200)
  })

  it('tries the next address if one refuses, and no more than four', async () => {
    const tried: string[] = []
    const addresses = Array.from({ length: 100 }, (_, index) => `127.0.1.${index}`)
    const attempt = await postTo(9, {
      guard: openGuard(...addresses),
      connect(to) {
        tried.push(to.host)
        return connect(to)
      },
    })
    expect(attempt).toMatchObject({ outcome: 'broken', status: null })
    expect(tried).toEqual(addresses.slice(0, 4))
  })

  it('ends at once, as if it had timed out, when the signal aborts', async () => {
    const endpoint = await startRawEndpoint(() => controller.abort())
    const controller = new AbortController()
    const attempt = await postTo(endpoint.port, { signal: controller.signal })
    expect(attempt).toMatchObject({ outcome: 'timed-out', status: null })
    expect(attempt.durationMs).toBeLessThan(constants.attemptTimeoutMs)
    expect(endpoint.requests).toHaveLength(1)
    const late = await postTo(endpoint.port, { signal: controller.signal })
    expect(late).toMatchObject({ outcome: 'timed-out', status: null })
    expect(endpoint.connections).toBe(1)
  })
})

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('F9 does not follow %i to loopback', async (status) => {
    const second = await answering(answer(200))
    const location = `location: http://127.0.0.1:${second.port}/\r\n`
    const first = await answering(answer(status, `${location}content-length: 0\r\n`))
    expect(await postTo(first.port)).toMatchObject({ outcome: 'redirected', status })
    expect(first.requests).toHaveLength(1)
    expect(second.connections).toBe(0)
    // The mutant that follows redirects reaches the second endpoint.
    await fetchingSender(toPost(`http://127.0.0.1:${first.port}/`))
    expect(second.connections).toBeGreaterThan(0)
  })

  it('F9 follows neither Refresh nor Location on other answers', async () => {
    const second = await answering(answer(200))
    const to = `http://127.0.0.1:${second.port}/`
    const lines = `location: ${to}\r\nrefresh: 0; url=${to}\r\ncontent-length: 0\r\n`
    const first = await answering(answer(201, lines))
    expect(await postTo(first.port)).toMatchObject({ outcome: 'accepted', status: 201 })
    expect(second.connections).toBe(0)
  })
})

describe('Retry-After', () => {
  const wallMs = () => Date.parse('2025-06-14T09:30:00.400Z')
  const clock = { wallMs, monotonicMs: () => performance.now() }

  it.each<[number, string, number | null]>([
    [429, 'retry-after: Sat, 14 Jun 2025 09:31:00 GMT\r\n', 60],
    [503, '', null],
    [200, 'retry-after: 3\r\n', 3],
  ])('D-010 is read from %i with "%s"', async (status, line, retryAfterSeconds) => {
    const endpoint = await answering(answer(status, line))
    expect(await postTo(endpoint.port, { clock })).toMatchObject({ status, retryAfterSeconds })
  })
})

describe('clocks', () => {
  it.each([-3_600_000, 3_600_000])(
    'F8 ignores a jump of the wall clock by %i ms during the attempt',
    async (jumpMs) => {
      let jumpedMs = 0
      const endpoint = await startRawEndpoint((socket) => {
        jumpedMs = jumpMs
        socket.end(answer(503, 'retry-after: 30\r\n'))
      })
      const clock = { wallMs: () => Date.now() + jumpedMs, monotonicMs: () => performance.now() }
      const attempt = await postTo(endpoint.port, { clock, attemptTimeoutMs: 5_000 })
      expect(jumpedMs).toBe(jumpMs)
      expect(attempt).toMatchObject({ outcome: 'refused', status: 503, retryAfterSeconds: 30 })
      expect(attempt.durationMs).toBeLessThan(2_000)
      expect(attempt.durationMs).toBeGreaterThanOrEqual(0)
    },
  )
})
