import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { onTestFinished } from 'vitest'

export type ExchangeOptions = {
  /** Called whenever data arrives. */
  onData?: (socket: Socket) => void
  /** Whether to end the sending side. @default false */
  isEnded?: boolean
}

/** Sends bytes on a new connection, and returns what arrives until the server closes it. */
export async function exchangeBytes(
  url: string,
  bytes: string | Uint8Array,
  { onData = () => {}, isEnded = false }: ExchangeOptions = {},
): Promise<Buffer> {
  const { hostname, port } = new URL(url)
  const chunks: Buffer[] = []
  const socket = connect({ host: hostname, port: Number(port) })
  if (isEnded) socket.end(bytes)
  else socket.write(bytes)
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      onData(socket)
    })
    socket.on('close', () => resolve())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Data already received counts even if the server then resets the connection.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
  return Buffer.concat(chunks)
}

/** Opens a connection to a server. It keeps what arrives, and is destroyed when the test ends. */
export function dial(url: string, options: Partial<TcpNetConnectOpts> = {}) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), ...options })
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk
  })
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, closed, received: () => received }
}
