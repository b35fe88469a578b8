import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between a client and a server that can silently stop forwarding. */
export async function startTcpProxy(targetPort: number) {
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Stops forwarding, on old and new connections. */
    goSilent() {
      isSilent = true
      for (const pair of pairs) pair.isSilent = true
    },
    /** Forwards new connections. Silenced ones stay silent: both ends believe they are open. */
    recover() {
      isSilent = false
    },
    /** Bytes that were withheld. */
    get swallowed() {
      return swallowed
    },
    /** The client's connections: those of this process except the proxy's own. */
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
