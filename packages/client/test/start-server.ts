import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createNetServer, type Server, type Socket } from 'node:net'
import { listen } from '@partner-platform/harness'

const urlOf = async (server: Server) => `http://127.0.0.1:${await listen(server)}`

/** A real HTTP server on a free port, with the same JSON answer to every request. */
export async function startServer(body: string | Uint8Array, headers = {}) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
  })
  return { url: await urlOf(server), requests, server }
}

/** A real TCP server; `talk` gets each connection, and its number, once it carries a request. */
export async function startRawServer(talk: (socket: Socket, number: number) => void) {
  const talks: Socket[] = []
  const server = createNetServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => talk(socket, talks.push(socket)))
  })
  return { url: await urlOf(server), talks }
}

/** Settles once the connection is closed, by whichever side. */
export async function closed(socket: Socket | undefined): Promise<void> {
  if (socket === undefined) throw new Error('There is no connection to wait for.')
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
}
