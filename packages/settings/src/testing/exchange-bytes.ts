import { connect, type Socket } from 'node:net'

export type ExchangeOptions = {
  /** Called whenever something came. */
  onData?: (socket: Socket) => void
  /** Whether to say that nothing more will be sent. @default false */
  isEnded?: boolean
}

/** Sends bytes on a connection of their own, and gives what came until the server closed it. */
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
      // What was already received counts, also where the server then reset the connection.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
  return Buffer.concat(chunks)
}
