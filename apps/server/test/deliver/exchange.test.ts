import { getEventListeners, once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { exchange } from '../../src/deliver/exchange.ts'
import { startRawEndpoint } from './raw-endpoint.ts'

/** An exchange over a connection that stands, with an endpoint that does this with it. */
async function start(handle: Parameters<typeof startRawEndpoint>[0]) {
  const endpoint = await startRawEndpoint(handle)
  const socket = connect(endpoint.port, '127.0.0.1')
  await once(socket, 'connect')
  const url = new URL(`http://127.0.0.1:${endpoint.port}/`)
  return { socket, url, method: 'POST', headers: {}, body: Buffer.from('{}') }
}

describe('an exchange', () => {
  it('listens to its signal no longer when it is over', async () => {
    const { signal } = new AbortController()
    const asked = await start((socket) => void socket.end('HTTP/1.1 204 X\r\n\r\n'))
    const answer = exchange(asked, signal)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    expect(await answer).toEqual({ end: 'answered', status: 204, retryAfter: null })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('D-010 is timed out at once where its time was over before', async () => {
    const asked = await start(() => {})
    const closed = once(asked.socket, 'close')
    const answer = exchange(asked, AbortSignal.abort())
    expect(await answer).toEqual({ end: 'timed-out', status: null, retryAfter: null })
    await closed
  })

  it('D-010 is broken at once where the endpoint would speak another protocol', async () => {
    const lines = 'HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'
    const asked = await start((socket) => void socket.write(lines))
    const answer = exchange(asked, new AbortController().signal)
    expect(await answer).toEqual({ end: 'broken', status: 101, retryAfter: null })
  })
})
