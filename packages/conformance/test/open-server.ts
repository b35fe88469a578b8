import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Opened = { url: string; close: () => Promise<void> }

/** Listens on a free loopback port; `end` ends the connections that are open. */
export async function listen(server: Server, end: () => void): Promise<Opened> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      end()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close }
}

/** Serves on a free loopback port. */
export function openServer(listener: RequestListener): Promise<Opened> {
  const server = createServer(listener)
  return listen(server, () => server.closeAllConnections())
}

/** What a receiver sees of a request, without the parts that HTTP leaves to the client. */
export type Recorded = { method: string; path: string; headers: [string, string][]; body: Buffer }

export type Recorder = Opened & {
  /** What came since the last take. */
  take: () => Recorded[]
}

/** Headers of HTTP itself, which each client sets in its own way. */
const ofTransport = ['host', 'connection', 'accept', 'user-agent', 'expect', 'content-length']

/** Keeps every request, and answers 202 to all. */
export async function recordRequests(): Promise<Recorder> {
  const recorded: Recorded[] = []
  const { url, close } = await openServer(async (request, response) => {
    const { method = '', url: path = '', headersDistinct } = request
    const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    recorded.push({
      method,
      path,
      headers: headers.filter(([name]) => !ofTransport.includes(name)),
      // A body that stalls ends where the client gives up.
      body: await buffer(request).catch(() => Buffer.from('')),
    })
    if (!response.destroyed) response.writeHead(202).end()
  })
  return { url: new URL(url).origin, close, take: () => recorded.splice(0) }
}
