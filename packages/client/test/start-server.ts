import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net'

export interface RunningServer {
  url: string
  /** Connections that arrived so far. */
  sockets: Socket[]
  [Symbol.asyncDispose](): Promise<void>
}

/** A real HTTP server on a port of the kernel's choice. `answer` gets the number of the request. */
export async function startServer(
  answer: (response: ServerResponse, number: number) => void,
): Promise<RunningServer & { requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(response, requests.length)
  })
  return { ...(await listen(server)), requests }
}

/** A real TCP server; `talk` gets each connection, and its number, once it carries a request. */
export async function startRawServer(
  talk: (socket: Socket, number: number) => void,
): Promise<RunningServer & { talks: Socket[] }> {
  const talks: Socket[] = []
  const server = createNetServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => talk(socket, talks.push(socket)))
  })
  return { ...(await listen(server)), talks }
}

async function listen(server: Server | NetServer): Promise<RunningServer> {
  const sockets: Socket[] = []
  server.on('connection', (socket: Socket) => sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Settles once the connection is closed, by whichever side. */
export async function closed(socket: Socket | undefined): Promise<void> {
  if (socket === undefined) throw new Error('There is no connection to wait for.')
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
}

/** Answers with a status, header lines and a body, whole. */
export function reply(
  response: ServerResponse,
  status: number,
  {
    headers = {},
    body = '',
  }: { headers?: Record<string, string | string[]>; body?: string | Uint8Array },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}
