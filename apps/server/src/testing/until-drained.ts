import { until } from '@partner-platform/settings/testing'
import type { OperatorClient } from '../operator/create-operator-client.ts'
import type { EffectReceiver } from './start-effect-receiver.ts'

export type Draining = {
  operator: OperatorClient
  receiver: Pick<EffectReceiver, 'openCount'>
  /** Deliveries that will not go and are not waited for. @default 0 */
  mostPending?: number
  /** @default 90_000 */
  timeoutMs?: number
}

/** Waits until nothing is pending, and nothing is open at the receiver. */
export async function untilDrained(draining: Draining): Promise<void> {
  const { operator, receiver, mostPending = 0, timeoutMs = 90_000 } = draining
  const query = { state: 'pending', limit: mostPending + 1 } as const
  await until(
    async () => {
      const { data } = await operator.GET('/operator/v1/deliveries', { params: { query } })
      return data !== undefined && data.items.length <= mostPending && receiver.openCount === 0
    },
    { what: 'the last delivery', timeoutMs, everyMs: 50 },
  )
}
