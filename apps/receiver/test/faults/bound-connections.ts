import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** From now on servers of this process hang up on whom they have no room for. */
export function boundConnections(limit: number): void {
  let count = 0
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    count += 1
    socket.once('close', () => {
      count -= 1
    })
    if (count > limit) socket.destroy()
  })
}
