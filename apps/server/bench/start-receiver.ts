import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Receiver = {
  url: string
  readonly arrived: number
  /** Resolves when the next webhook has arrived in full. */
  nextArrival(): Promise<void>
  stop(): Promise<void>
}

/** A partner that accepts everything at once. */
export async function startReceiver(): Promise<Receiver> {
  let arrived = 0
  let next = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    await request.resume().toArray()
    arrived += 1
    next.resolve()
    next = Promise.withResolvers()
    response.writeHead(202).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    get arrived() {
      return arrived
    },
    nextArrival: () => next.promise,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
