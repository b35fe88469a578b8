import { connect } from 'node:net'
import { examples } from '@partner-platform/contract-kit'
import { httpLimits } from '@partner-platform/settings'
import { messages } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { callbackPath, startReceiver } from './start-receiver.ts'
import { exchange } from './wire.ts'

const refused = { outcome: 'refused' }
const post = `POST ${callbackPath} HTTP/1.1\r\n`
const host = 'Host: a.test\r\n'
const json = `Content-Type: ${messages.submissionUpdated.contentType}\r\n`
const short = { headersTimeoutMs: 100, requestTimeoutMs: 200, checkIntervalMs: 20 }

type Row = [says: string, bytes: string, status: number]

const notHttp: Row[] = [
  ['garbage', 'hello\r\n\r\n', 400],
  ['no Host', `${post}\r\n`, 400],
  ['two Host lines', `${post}${host}${host}\r\n`, 400],
  [
    'two Host lines with many lines between them',
    `${post}${host}${'x-a: b\r\n'.repeat(httpLimits.headerLines)}${host}\r\n`,
    431,
  ],
  [
    'a length and chunks',
    `${post}${host}${json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['two lengths', `${post}${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['a folded header', `${post}${host}x-a: b\r\n c\r\n\r\n`, 400],
  ['a NUL in a header', `${post}${host}x-a: b\0c\r\n\r\n`, 400],
  ['a broken chunk', `${post}${host}${json}Transfer-Encoding: chunked\r\n\r\nno chunk\r\n`, 400],
  [
    'oversized chunk extensions',
    `${post}${host}${json}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\n`,
    413,
  ],
  ['large headers', `${post}${host}x-a: ${'a'.repeat(httpLimits.headerBytes)}\r\n\r\n`, 431],
  ['a long URL', `POST /${'a'.repeat(httpLimits.urlCharacters)} HTTP/1.1\r\n${host}\r\n`, 414],
  ['an expectation', `${post}${host}Expect: a-lot\r\n\r\n`, 417],
  ['CONNECT', `CONNECT a.test:443 HTTP/1.1\r\n${host}\r\n`, 405],
]

describe('requests that are not HTTP, or too large', () => {
  it.each(notHttp)('refuses %s in its own shape, and closes', async (_says, bytes, status) => {
    const { url, logs, events, quarantined } = await startReceiver()
    const responses = await exchange(url, bytes)
    expect(responses.map((response) => response.status)).toEqual([status])
    const [{ head, text } = { head: '', text: '' }] = responses
    expect(JSON.parse(text)).toEqual(refused)
    expect(head).toMatch(/\r\ncontent-type: application\/json; charset=utf-8/i)
    expect(head).toMatch(/\r\nconnection: close/i)
    expect(logs.join('')).toContain(`"event":"malformed-request","status":${status}`)
    expect([...(await events()), ...(await quarantined())]).toEqual([])
  })

  it.each(['TRACE', 'PROPFIND', 'QUERY', 'DELETE'])(
    'refuses %s in its own shape',
    async (method) => {
      const { url } = await startReceiver()
      const bytes = `${method} /other HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
      const [response] = await exchange(url, bytes)
      expect(response?.status).toBe(404)
      expect(JSON.parse(response?.text ?? '')).toEqual(refused)
    },
  )

  it.each(['TRACE', 'PROPFIND', 'QUERY', 'DELETE'])(
    '4.2 answers %s on the callback path with 405',
    async (method) => {
      const { url } = await startReceiver()
      const bytes = `${method} ${callbackPath} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
      const [response] = await exchange(url, bytes)
      expect(response?.status).toBe(405)
    },
  )

  it('F11 outlives a sender that resets the connection after CONNECT', async () => {
    const { url, send } = await startReceiver()
    await exchange(url, `CONNECT a.test:443 HTTP/1.1\r\n${host}\r\n`, {
      onData: (socket) => void socket.resetAndDestroy(),
    })
    const [example] = examples('SubmissionUpdated')
    expect((await send({ body: example?.bytes ?? '' })).status).toBe(202)
  })
})

describe('requests that take too long', () => {
  it.each<Row>([
    ['a connection that says nothing', '', 408],
    ['headers that do not end', `${post}${host}`, 408],
    ['a body that does not come', `${post}${host}${json}Content-Length: 10\r\n\r\n{"`, 408],
    ['a body that was refused before it came', `${post}${host}Content-Length: 10\r\n\r\n{"`, 415],
    ['a body for another path', `POST /other HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\n{"`, 404],
  ])('F12 answers %s once, in its own shape', async (_says, bytes, status) => {
    const { url, events, quarantined } = await startReceiver({ limits: short })
    const responses = await exchange(url, bytes)
    expect(responses.map((response) => response.status)).toEqual([status])
    expect(JSON.parse(responses[0]?.text ?? '')).toMatchObject({ outcome: expect.any(String) })
    if (status === 408) expect(JSON.parse(responses[0]?.text ?? '')).toEqual(refused)
    expect([...(await events()), ...(await quarantined())]).toEqual([])
  })

  it('stops although a sender is in the middle of a request', async () => {
    const { url, receiver } = await startReceiver({ limits: { closeGraceMs: 50 } })
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.write(`${post}${host}`)
    await new Promise((resolve) => socket.once('connect', resolve))
    await receiver.close()
    await closed
    expect(socket.destroyed).toBe(true)
  })
})
