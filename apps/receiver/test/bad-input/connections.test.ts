import { connect } from 'node:net'
import { messages } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { callbackPath, useReceiver } from '../use-receiver.ts'
import { exchange } from '../wire.ts'

const { startReceiver } = useReceiver()
const refused = { outcome: 'refused' }
const post = `POST ${callbackPath} HTTP/1.1\r\n`
const host = 'Host: a.test\r\n'
const json = `Content-Type: ${messages.submissionUpdated.contentType}\r\n`
const short = { headersTimeoutMs: 100, requestTimeoutMs: 200, checkIntervalMs: 20 }

type Row = [says: string, bytes: string, status: number]

describe('methods', () => {
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
    '4.2.method answers %s on the callback path with 405',
    async (method) => {
      const { url } = await startReceiver()
      const bytes = `${method} ${callbackPath} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
      const [response] = await exchange(url, bytes)
      expect(response?.status).toBe(405)
    },
  )
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
