import { createSend } from './create-send.ts'
import type { Exchange } from './exchange.ts'

/** A way to send requests to a server that keeps every exchange. */
export function openWire(url: string) {
  const exchanges: Exchange[] = []
  const send = createSend({ url, record: (exchange) => exchanges.push(exchange) })
  return { send, exchanges }
}
