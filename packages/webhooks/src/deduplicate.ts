import type { DedupeStore } from './dedupe-store.ts'
import type { WebhookEvent } from './parse-event.ts'
import type { AcceptedDelivery, ReceiverOptions } from './receiver-options.ts'
import { toEffectKey } from './to-effect-key.ts'

export type DeduplicateOptions = {
  /** `createMemoryDedupeStore()`, or one of yours on a database. */
  store: DedupeStore
  /** Part of the effect key: events of two environments never count as one. */
  environment: string
}

/**
 * An `onEvent` that calls yours once per body and once per effect, and answers the rest as duplicates.
 * Deliveries of one event that arrive at the same time wait for the first; where that fails, the next
 * one tries. Two processes that get one event at the same moment may both store it: where that
 * matters, insert under a unique key in your own transaction and return `'duplicate'` yourself.
 * @see specs/decisions D-005
 */
export function deduplicate(
  onEvent: ReceiverOptions['onEvent'],
  { store, environment }: DeduplicateOptions,
): ReceiverOptions['onEvent'] {
  const inFlight = new Map<string, Promise<unknown>>()
  const once = async (event: WebhookEvent, delivery: AcceptedDelivery, effectKey: string) => {
    const keys = [delivery.storageKey, effectKey]
    if (await store.has(keys)) return 'duplicate'
    const said = await onEvent(event, delivery)
    await store.add(keys)
    return said
  }
  return async (event, delivery) => {
    const effectKey = toEffectKey(event, environment)
    for (let first = inFlight.get(effectKey); first; first = inFlight.get(effectKey)) {
      const isStored = await first.then(
        () => true,
        () => false,
      )
      if (isStored) return 'duplicate'
    }
    const work = once(event, delivery, effectKey)
    inFlight.set(effectKey, work)
    return work.finally(() => inFlight.delete(effectKey))
  }
}
