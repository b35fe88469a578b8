import type { Server } from 'node:http'
import { afterAll } from 'vitest'

/** Takes what is to be done after the tests of a file, the last first, also where a set-up failed. */
export function closeAfterAll() {
  const closers: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return (close: () => unknown): void => void closers.push(close)
}

export function closeServer(server: Server): void {
  server.close()
  server.closeAllConnections()
}
