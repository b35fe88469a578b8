import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createMessageReader } from './read-messages.ts'

const accepted = Buffer.from('HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n')

/** Accepts and counts webhooks. It verifies none, because that would take CPU time from the platform. */
export async function startReceiver() {
  let count = 0
  let waiting = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on(
      'data',
      createMessageReader(() => {
        count += 1
        socket.write(accepted)
        waiting.resolve()
        waiting = Promise.withResolvers()
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (name: string) => `http://127.0.0.1:${port}/${name}`,
    /** The number of webhooks so far. */
    get count() {
      return count
    },
    /** Resolves when the next webhook arrives. */
    next: () => waiting.promise,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
