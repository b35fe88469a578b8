import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a receiver can tell of a request: nothing that HTTP leaves to the client. */
export type Recorded = { method: string; path: string; headers: [string, string][]; body: Buffer }

export type Recorder = {
  url: string
  /** What came since the last take. */
  take: () => Recorded[]
  close: () => Promise<void>
}

/** Headers of HTTP itself, which each client sets in its own way. */
const ofTransport = ['host', 'connection', 'accept', 'user-agent', 'expect', 'content-length']

/** Keeps every request, and answers all of them alike. */
export async function recordRequests(status = 202): Promise<Recorder> {
  const recorded: Recorded[] = []
  const server: Server = createServer(async (request, response) => {
    const { method = '', url: path = '', rawHeaders } = request
    const headers: [string, string][] = []
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]?.toLowerCase() ?? ''
      if (!ofTransport.includes(name)) headers.push([name, rawHeaders[at + 1] ?? ''])
    }
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // A body that stalls ends where the client gives up.
    }
    recorded.push({ method, path, headers, body: Buffer.concat(chunks) })
    if (!response.destroyed) response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => recorded.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
