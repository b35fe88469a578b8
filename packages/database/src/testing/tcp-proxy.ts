import { connect, createServer, type Socket } from 'node:net'

/** Stands between a client and a server, and can stop to forward without a word to either. */
export type TcpProxy = {
  port: number
  /** From now on nothing goes through, on the connections that are there and on new ones. */
  goSilent(): void
  /** Lets new connections through. Those that were silenced stay so: both ends believe they stand. */
  recover(): void
  /** Bytes that were kept back. */
  readonly swallowed: number
  /** Connections of this process that are not the proxy's own: those of the client. */
  readonly open: number
  close(): Promise<void>
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<{ isSilent: boolean }>()
  const sockets = new Set<Socket>()
  let isSilent = false
  let swallowed = 0
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    const pair = { isSilent }
    pairs.add(pair)
    const forward = (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (pair.isSilent) swallowed += bytes.length
        else to.write(bytes)
      })
      from.on('end', () => pair.isSilent || to.end())
      from.on('error', () => pair.isSilent || to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        if (!pair.isSilent) to.destroy()
      })
    }
    forward(near, far)
    forward(far, near)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    goSilent() {
      isSilent = true
      for (const pair of pairs) pair.isSilent = true
    },
    recover() {
      isSilent = false
    },
    get swallowed() {
      return swallowed
    },
    get open() {
      const all = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap')
      return all.length - sockets.size
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
