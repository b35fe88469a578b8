import { AsyncLocalStorage } from 'node:async_hooks'
import type { servers } from '@partner-platform/types'
import {
  createMemoryDedupeStore,
  createWebhookReceiver,
  deduplicate,
  type IncomingWebhook,
  type ReceiverOptions,
  type WebhookAnswer,
} from '@partner-platform/webhooks'
import type { Findings } from './arrival.ts'

/** A receiver of the contract that tells of each request all that it found. */
export type ObservedReceiver = (
  incoming: IncomingWebhook,
  /** Throws where the request could not be kept, which is then answered as a failure to store it. */
  assertKept: () => void,
) => Promise<{ answer: WebhookAnswer; findings: Findings }>

type Seen = { findings: Findings; assertKept: () => void }

// One listener stands for one environment, so which one makes no difference to what is a duplicate.
const environment = 'development' satisfies keyof typeof servers

/** With `secrets` of `null` verification is off. */
export function createObservedReceiver(secrets: readonly string[] | null): ObservedReceiver {
  const current = new AsyncLocalStorage<Seen>()
  const trust = secrets === null ? ({ verification: 'off' } as const) : { secrets }
  const receiver = createWebhookReceiver({ ...trust, ...toHandlers(current) })
  return async (incoming, assertKept) => {
    const findings: Findings = { event: null, notes: [], issues: [], isVerified: false }
    const seen = { findings, assertKept }
    const answer = await current.run(seen, () => receiver.receive(incoming))
    return { answer, findings: seen.findings }
  }
}

function toHandlers(
  current: AsyncLocalStorage<Seen>,
): Pick<ReceiverOptions, 'onEvent' | 'onQuarantine' | 'onError'> {
  const find = (findings: Partial<Findings>) => {
    const seen = current.getStore()
    if (seen) seen.findings = { ...seen.findings, ...findings }
  }
  const assertKept = () => current.getStore()?.assertKept()
  const store = createMemoryDedupeStore()
  const once = deduplicate(assertKept, { store, environment })
  return {
    onEvent(event, delivery) {
      const { notes } = delivery
      find({ event, notes, isVerified: !notes.includes('unverified') })
      return once(event, delivery)
    },
    onQuarantine({ issues, verified }) {
      find({ issues, isVerified: verified })
      assertKept()
    },
    // The caller knows: `assertKept` threw.
    onError() {},
  }
}
