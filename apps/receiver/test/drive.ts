import { onTestFinished } from 'vitest'
import { createSender } from '../src/testing/create-sender.ts'
import { callbackPath } from './use-receiver.ts'

/** Sends deliveries on at most `connections` connections, which are kept and used again. */
export function createDriver(connections: number) {
  const sender = createSender({ connections, timeoutMs: 120_000 })
  onTestFinished(() => sender.close())
  return (url: string, delivery: { body: Uint8Array; signature: string }) =>
    sender.deliver(url + callbackPath, delivery)
}
