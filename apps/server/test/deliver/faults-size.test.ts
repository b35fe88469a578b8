import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { constants } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/deliver/post-webhook.ts'
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
/** The limit, and what one read of a socket may add to it. */
const mostBytes = answerLimitBytes + 2 * 65_536

const a = 'a'.repeat(16_384)
const chunks = 'transfer-encoding: chunked\r\n\r\n'
const hint = 'HTTP/1.1 103 Early Hints\r\n'

/** `first` is written once, `more` repeatedly. */
type Size = [says: string, first: string, more: string, outcome: Outcome, status: number | null]

const sizes: Size[] = [
  ['a body without an end', `${head}\r\n`, a, 'accepted', 200],
  ['chunks without an end', head + chunks, `4000\r\n${a}\r\n`, 'accepted', 200],
  ['a body of a terabyte', `${head}content-length: 1000000000000\r\n\r\n`, a, 'accepted', 200],
  ['a failure without an end', 'HTTP/1.1 503 X\r\n\r\n', a, 'refused', 503],
  ['a header without an end', `${head}x-a: `, a, 'broken', null],
  ['headers without an end', head, 'x-a: b\r\n'.repeat(1_000), 'broken', null],
  ['chunk extensions without an end', `${head}${chunks}1;a=`, a, 'broken', 200],
  ['trailers without an end', `${head}${chunks}0\r\n`, 'x-a: b\r\n'.repeat(1_000), 'broken', 200],
  ['early hints without an end', '', `${hint}link: </>\r\n\r\n`.repeat(100), 'broken', null],
  ['line ends instead of an answer', '', '\r\n'.repeat(8_192), 'broken', null],
  ['spaces before the value of a header', `${head}x-a:`, ' '.repeat(16_384), 'broken', null],
  ['spaces in a header of early hints', `${hint}link:`, ' '.repeat(16_384), 'broken', null],
  ['zeros in the size of a chunk', head + chunks, '0'.repeat(16_384), 'accepted', 200],
  ['chunks of a byte', head + chunks, `1;${'a'.repeat(16)}\r\nx\r\n`.repeat(100), 'accepted', 200],
  ['continuations', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100), 'broken', null],
]

const flooding =
  (first: string, more: string): Act =>
  (socket) => {
    socket.write(first)
    flood(socket, more)
  }

describe('an endpoint that says too much', () => {
  it.each(sizes)(
    'F11 %s: reads no more than the limit',
    async (_says, first, more, outcome, status) => {
      const endpoint = await startRawEndpoint(flooding(first, more))
      const { attempt, readBytes } = await measure(endpoint.port)
      expect(attempt).toMatchObject({ outcome, status })
      expect(endpoint.requests).toHaveLength(1)
      // The fault landed: there was more to read.
      expect(readBytes).toBeGreaterThan(answerLimitBytes / 2)
      expect(readBytes).toBeLessThanOrEqual(mostBytes)
      await closedAfter(endpoint, 1)
    },
  )

  it('F11 finds the mutant that reads bodies: it keeps reading a body without an end', async () => {
    const endpoint = await startRawEndpoint(flooding(`${head}\r\n`, a))
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

  it('F11 memory does not grow over a hundred attempts', async () => {
    const endpoint = await startRawEndpoint(flooding(head + chunks, `4000\r\n${a}\r\n`))
    const held = () => process.memoryUsage().arrayBuffers
    for (let round = 0; round < 10; round++) await measure(endpoint.port)
    const before = held()
    let readBytes = 0
    for (let round = 0; round < 100; round++) readBytes += (await measure(endpoint.port)).readBytes
    expect(readBytes).toBeGreaterThan(100 * answerLimitBytes)
    expect(held() - before).toBeLessThan(32 * 1024 * 1024)
  })

  it('F11 a gzip bomb is not decompressed', async () => {
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
    // The mutant that decompresses reads all of it.
    let inflatedBytes = 0
    const url = `http://127.0.0.1:${endpoint.port}/`
    await fetchingSender(toPost(url), (count) => {
      inflatedBytes += count
    })
    expect(inflatedBytes).toBe(32 * 1024 * 1024)
  })
})
