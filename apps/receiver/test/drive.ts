import { onTestFinished } from 'vitest'
import { createSender, type SignedDelivery } from '../src/testing/create-sender.ts'
import { callbackPath } from './use-receiver.ts'

export type DrivenDelivery = Pick<SignedDelivery, 'signature'> & {
  body: Uint8Array
  headers?: Record<string, string>
}

/** Sends deliveries on at most `connections` connections, which are kept and used again. */
export function createDriver(connections: number) {
  const sender = createSender({ connections, timeoutMs: 120_000 })
  onTestFinished(() => sender.close())
  return (url: string, { headers, ...delivery }: DrivenDelivery) =>
    sender.deliver(url + callbackPath, delivery, headers)
}
