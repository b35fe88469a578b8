import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Counts the connections that others open to this process from now on: how many are there. */
export function countCallers(): () => number {
  let count = 0
  subscribe('net.server.socket', (message) => {
    count += 1
    const { socket } = message as { socket: Socket }
    socket.once('close', () => {
      count -= 1
    })
  })
  return () => count
}
