import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import { listen } from '@partner-platform/harness'
import { dial } from '@partner-platform/settings/testing'
import { expect } from 'vitest'
import { createStrictHttpServer, type HttpLimits, httpLimits } from '../src/index.ts'

export const head = 'GET / HTTP/1.1\r\nHost: a.test\r\n'
const heldCall = 'GET /held HTTP/1.1\r\nHost: a.test\r\n\r\n'
const connections = 8
export const bounds = { ...httpLimits, connections, connectionsPerAddress: connections }

export type Given = {
  limits?: Partial<HttpLimits>
  proxies?: BlockList
  /** Makes a server with a fault. @default the strict one */
  create?: (listener: RequestListener) => Server
  /** Adds a fault to the server. */
  spoil?: (server: Server) => void
}

/** A server with room for eight connections, which answers `/held` only when the test says so. */
export async function startCrowded({ limits, proxies, create, spoil }: Given = {}) {
  const held: ServerResponse[] = []
  const listener: RequestListener = (request, response) => {
    if (request.url === '/held') held.push(response)
    else response.end('ok')
  }
  const options = { limits: { ...bounds, ...limits }, proxies }
  const renderError = () => ({ headers: {}, body: Buffer.from('') })
  const server = create?.(listener) ?? createStrictHttpServer(listener, { ...options, renderError })
  spoil?.(server)
  const port = await listen(server)
  const call = (localAddress = '127.0.0.1', bytes = '') => {
    const dialled = dial(`http://127.0.0.1:${port}`, { localAddress })
    const { socket } = dialled
    if (bytes !== '') socket.write(bytes)
    return { ...dialled, isGone: () => socket.closed }
  }
  /** A connection that the server has seen, from one of the loopback addresses. */
  const open = async (localAddress?: string, bytes?: string) => {
    const seen = once(server, 'connection') as Promise<[Socket]>
    const called = call(localAddress, bytes)
    const [serverSocket] = await seen
    return { ...called, serverSocket }
  }
  const openMany = async (count: number, localAddress?: string, bytes?: string) => {
    const opened = []
    while (opened.length < count) opened.push(await open(localAddress, bytes))
    return opened
  }
  return {
    open,
    openMany,
    held,
    heldCall,
    /** The status of the answer to a request on a new connection; nothing if that is dropped. */
    async ask(localAddress?: string) {
      const { closed, received } = call(localAddress, `${head}Connection: close\r\n\r\n`)
      await closed
      return received().slice(9, 12)
    },
    /** Connections whose request waits for its answer. */
    async hold(count: number, localAddress?: string) {
      const before = held.length
      const opened = await openMany(count, localAddress, heldCall)
      await expect.poll(() => held.length).toBe(before + count)
      return opened
    },
  }
}

export type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof startCrowded>>['openMany']>>
