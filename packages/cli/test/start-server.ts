import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { listen } from '@partner-platform/harness'

const open = async (server: Server) => `http://127.0.0.1:${await listen(server)}`

/** An HTTP server on a free port of the loopback, until the test ends. */
export const startServer = (listener: RequestListener): Promise<string> =>
  open(createServer(listener))

/** A TCP server without HTTP. */
export const startRawServer = (onSocket: (socket: Socket) => void): Promise<string> =>
  open(createTcpServer((socket) => onSocket(socket.on('error', () => {}))))

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
