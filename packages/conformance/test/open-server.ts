import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

export type Opened = { url: string; close: () => Promise<void> }

/** Listens on a free loopback port; `end` ends the connections that are open. */
export async function listen(server: Server, end: () => void): Promise<Opened> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      end()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close }
}

/** Serves on a free loopback port. */
export function openServer(listener: RequestListener): Promise<Opened> {
  const server = createServer(listener)
  return listen(server, () => server.closeAllConnections())
}
