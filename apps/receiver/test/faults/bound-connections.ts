import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { countCallers } from './count-callers.ts'

/** From now on servers of this process hang up on whom they have no room for. */
export function boundConnections(limit: number): void {
  const callers = countCallers()
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    if (callers() > limit) socket.destroy()
  })
}
