import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** In a server of the bench: tells `main.ts` where it listens, and then its CPU time when asked. */
export function reportListening(origin: string, details: Record<string, unknown> = {}): void {
  process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
  process.on('disconnect', () => process.exit())
  process.send?.({ origin, ...details })
}

/** Listens on a free loopback port, and reports it. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    reportListening(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}
