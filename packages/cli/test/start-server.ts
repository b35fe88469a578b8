import { createServer, type RequestListener } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'

/** An HTTP server on a free port of loopback, gone when the test ends. */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  const url = await open(server)
  onTestFinished(() => server.closeAllConnections())
  return url
}

/** A server that gets what comes as it is, and answers what it likes. */
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
