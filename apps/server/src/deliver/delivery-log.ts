import type { Attempt } from './post-webhook.ts'

/** One event on its way to a partner: the bytes that every attempt sends, and how each went. */
export type Delivery = {
  id: string
  body: Uint8Array
  attempts: readonly Attempt[]
}

/** Where deliveries are kept. */
export type DeliveryLog = {
  add(delivery: Delivery): void | Promise<void>
  list(): readonly Delivery[] | Promise<readonly Delivery[]>
}

/** Keeps the newest `capacity` deliveries in memory: gone when the process ends. */
export function createMemoryDeliveryLog(capacity = 1_000): DeliveryLog {
  const deliveries: Delivery[] = []
  return {
    add(delivery) {
      deliveries.push(delivery)
      if (deliveries.length > capacity) deliveries.shift()
    },
    list: () => [...deliveries],
  }
}
