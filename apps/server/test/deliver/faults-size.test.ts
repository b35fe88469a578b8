import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/deliver/post-webhook.ts'
import { fetchingSender } from './mutants.ts'
import { postTo, toPost } from './post-to.ts'
import { type Act, closedAfter, flood, startRawEndpoint } from './raw-endpoint.ts'

const head = 'HTTP/1.1 200 OK\r\n'
const { answerLimitBytes } = constants

/** One attempt, and how many bytes of the connection were read in it. */
async function measure(port: number) {
  let socket: Socket | undefined
  const attempt = await postTo(port, {
    attemptTimeoutMs: 2_000,
    connect(to) {
      socket = connect(to)
      return socket
    },
  })
  return { attempt, readBytes: socket?.bytesRead ?? 0 }
}
/** The limit, and what one read of a socket may bring beyond it. */
const mostBytes = answerLimitBytes + 2 * 65_536

type Size = [says: string, act: Act, want: Partial<Attempt>]

const sizes: Size[] = [
  [
    'a body without an end',
    (socket) => {
      socket.write(`${head}\r\n`)
      flood(socket, 'a'.repeat(16_384))
    },
    { outcome: 'accepted', status: 200 },
  ],
  [
    'chunks without an end',
    (socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
      flood(socket, `4000\r\n${'a'.repeat(0x4000)}\r\n`)
    },
    { outcome: 'accepted', status: 200 },
  ],
  [
    'a body of a terabyte',
    (socket) => {
      socket.write(`${head}content-length: 1000000000000\r\n\r\n`)
      flood(socket, 'a'.repeat(16_384))
    },
    { outcome: 'accepted', status: 200 },
  ],
  [
    'a failure without an end',
    (socket) => {
      socket.write('HTTP/1.1 503 X\r\nretry-after: 9\r\n\r\n')
      flood(socket, 'a'.repeat(16_384))
    },
    { outcome: 'refused', status: 503, retryAfterSeconds: 9 },
  ],
  [
    'a header without an end',
    (socket) => {
      socket.write(`${head}x-a: `)
      flood(socket, 'a'.repeat(16_384))
    },
    { outcome: 'broken', status: null },
  ],
  [
    'headers without an end',
    (socket) => {
      socket.write(head)
      flood(socket, 'x-a: b\r\n'.repeat(1_000))
    },
    { outcome: 'broken', status: null },
  ],
  [
    'chunk extensions without an end',
    (socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n1;a=`)
      flood(socket, 'a'.repeat(16_384))
    },
    { outcome: 'broken', status: 200 },
  ],
  [
    'trailers without an end',
    (socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n0\r\n`)
      flood(socket, 'x-a: b\r\n'.repeat(1_000))
    },
    { outcome: 'broken', status: 200 },
  ],
  [
    'early hints without an end',
    (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n'.repeat(100)),
    { outcome: 'broken', status: null },
  ],
  [
    'line ends instead of an answer',
    (socket) => flood(socket, '\r\n'.repeat(8_192)),
    { outcome: 'broken', status: null },
  ],
  [
    'spaces before the value of a header',
    (socket) => {
      socket.write(`${head}x-a:`)
      flood(socket, ' '.repeat(16_384))
    },
    { outcome: 'broken', status: null },
  ],
  [
    'spaces before the value of a header of early hints',
    (socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink:')
      flood(socket, ' '.repeat(16_384))
    },
    { outcome: 'broken', status: null },
  ],
  [
    'noughts of the size of a chunk',
    (socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
      flood(socket, '0'.repeat(16_384))
    },
    { outcome: 'accepted', status: 200 },
  ],
  [
    'chunks of a byte with extensions',
    (socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
      flood(socket, '1;aaaaaaaaaaaaaaaa\r\nx\r\n'.repeat(100))
    },
    { outcome: 'accepted', status: 200 },
  ],
  [
    'continuations without an end',
    (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)),
    { outcome: 'broken', status: null },
  ],
]

describe('an endpoint that says too much', () => {
  it.each(sizes)('F11 %s: no more is read than the limit', async (_says, act, want) => {
    const endpoint = await startRawEndpoint(act)
    const { attempt, readBytes } = await measure(endpoint.port)
    expect(attempt).toMatchObject(want)
    expect(endpoint.requests).toHaveLength(1)
    // It landed: there was more than the limit to read, and it was left where it was.
    expect(readBytes).toBeGreaterThan(answerLimitBytes / 2)
    expect(readBytes).toBeLessThanOrEqual(mostBytes)
    await closedAfter(endpoint, 1)
  })

  it('F11 a body without an end: the mutant that reads bodies reads on', async () => {
    const [, act] = sizes[0] ?? []
    const endpoint = await startRawEndpoint(act ?? (() => {}))
    const controller = new AbortController()
    const { signal } = controller
    let readBytes = 0
    const url = `http://127.0.0.1:${endpoint.port}/`
    const attempt = fetchingSender(toPost(url, { signal }), (count) => {
      readBytes += count
      if (readBytes > 8 * mostBytes) controller.abort()
    })
    await expect(attempt).rejects.toThrow('aborted')
    expect(readBytes).toBeGreaterThan(8 * mostBytes)
  })

  it('F11 memory is flat over a hundred of them', async () => {
    const [, act] = sizes[1] ?? []
    const endpoint = await startRawEndpoint(act ?? (() => {}))
    const held = () => process.memoryUsage().arrayBuffers
    for (let round = 0; round < 10; round++) await measure(endpoint.port)
    const before = held()
    let readBytes = 0
    for (let round = 0; round < 100; round++) readBytes += (await measure(endpoint.port)).readBytes
    expect(readBytes).toBeGreaterThan(100 * answerLimitBytes)
    expect(held() - before).toBeLessThan(32 * 1024 * 1024)
  })

  it('F11 a gzip bomb is bytes like any other', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024))
    const lines = `content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`
    const endpoint = await startRawEndpoint((socket) => {
      socket.write(`${head}${lines}\r\n`)
      socket.end(bomb)
    })
    const { attempt, readBytes } = await measure(endpoint.port)
    expect(attempt).toMatchObject({ outcome: 'accepted', status: 200 })
    expect(endpoint.requests[0]).not.toMatch(/accept-encoding/i)
    expect(readBytes).toBeLessThanOrEqual(mostBytes)
    // The mutant that decompresses has all of it.
    let inflatedBytes = 0
    const url = `http://127.0.0.1:${endpoint.port}/`
    await fetchingSender(toPost(url), (count) => {
      inflatedBytes += count
    })
    expect(inflatedBytes).toBe(32 * 1024 * 1024)
  })
})
