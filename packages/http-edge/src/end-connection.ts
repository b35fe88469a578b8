import type { Socket } from 'node:net'

/** Cuts a connection when the time is over, whatever its caller does or leaves undone. */
export function cutAfter(socket: Socket, timeMs: number): void {
  const timer = setTimeout(() => socket.destroy(), timeMs).unref()
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Says behind the last bytes that no more will come, and cuts the connection a little later. Cut at
 * once, a caller that is still sending could lose the bytes; left open, it could go on for ever.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6
 */
export function endConnection(
  socket: Socket,
  { last, lingerMs }: { last: () => Buffer | undefined; lingerMs: number },
): void {
  // Else it was ended by another hand: by its caller, or by Node behind an answer that closes it.
  if (socket.writable) {
    const bytes = last()
    if (bytes) socket.write(bytes)
    socket.end()
  }
  cutAfter(socket, lingerMs)
}
