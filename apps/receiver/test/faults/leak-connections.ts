import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** From now on no server of this process closes its end of a connection. */
export function leakConnections(): void {
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    Object.assign(socket, { destroy: () => socket, end: () => socket })
  })
}
