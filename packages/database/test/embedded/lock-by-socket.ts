import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'

/** A mutant: a lock that belongs to a network namespace. Rejects if it is taken. */
export async function lockBySocket(folder: string): Promise<() => void> {
  const { dev, ino } = statSync(folder)
  const server = createServer()
  server.listen({ path: `\0test-${dev}-${ino}`, exclusive: true })
  await once(server, 'listening')
  return () => void server.close()
}
