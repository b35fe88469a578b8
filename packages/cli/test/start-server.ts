import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'

/** An HTTP server on a free port of the loopback, until the test ends. */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const url = await open(server)
  onTestFinished(() => server.closeAllConnections())
  return url
}

export type Seen = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}

/** A receiver that accepts every request and keeps it. */
export async function startSink() {
  const seen: Seen[] = []
  const url = await startServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', url: path = '', headers, rawHeaders } = request
    seen.push({ method, path, headers, rawHeaders, body })
    response.writeHead(202).end('{"outcome":"accepted"}')
  })
  return { url: `${url}/hook?x=1`, seen }
}

/** A TCP server without HTTP. */
export async function startRawServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    onSocket(socket)
  })
  return open(server)
}

function open(server: Server): Promise<string> {
  onTestFinished(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })
}
