import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createNetServer, type Server, type Socket } from 'node:net'
import { listen } from '@partner-platform/harness'

const urlOf = async (server: Server) => `http://127.0.0.1:${await listen(server)}`

/** A real HTTP server on a port of the kernel's choice. `answer` gets the number of the request. */
export async function startServer(answer: (response: ServerResponse, number: number) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(response, requests.length)
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
