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

/** From now on servers of this process hang up on whom they have no room for. */
export function boundConnections(limit: number): void {
  const callers = countCallers()
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    if (callers() > limit) socket.destroy()
  })
}

/** From now on no server of this process closes its end of a connection. */
export function leakConnections(): void {
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    Object.assign(socket, { destroy: () => socket, end: () => socket })
  })
}

/** Sets the clock of this process, and of an embedded store in it, so far ahead or back. */
export function shiftClock(offMs: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + offMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
}
