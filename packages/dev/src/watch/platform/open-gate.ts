import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const host = '127.0.0.1'

/** Opens a loopback port that stays while the app behind it is replaced; 0 picks a free one. */
export async function openGate(port: number) {
  let target: URL | undefined
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // If one end breaks, close the other.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    keep(caller)
    if (!target) return void caller.destroy()
    const answerer = connect({ host, port: Number(target.port), allowHalfOpen: true })
    keep(answerer)
    caller.once('close', () => answerer.destroy())
    answerer.once('close', () => caller.destroy())
    caller.pipe(answerer).pipe(caller)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    /** `http://` with host and port. */
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    /** Sends new connections there. */
    lead(url: string) {
      target = new URL(url)
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
