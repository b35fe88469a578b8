import { until } from '@partner-platform/settings/testing'
import type { Partner } from './start-partner.ts'

type Handling = {
  /** @default 60_000 */
  timeoutMs?: number
}

/** Waits until nothing waits for its handler. */
export async function untilHandled(
  { counts }: Pick<Partner, 'counts'>,
  { timeoutMs = 60_000 }: Handling = {},
): Promise<void> {
  await until(async () => (await counts().catch(() => null))?.accepted === 0, {
    ...{ what: 'the last event to be handled', timeoutMs, everyMs: 50 },
  })
}
