import type { Effect } from '@partner-platform/conformance'
import {
  buildReceiver,
  defaultCallbackPath,
  openStore,
  type ReceiverOptions,
} from '@partner-platform/receiver'

/** The reference receiver in memory, with a handler that notes what it acts upon. */
export async function openReferenceReceiver(
  options: Pick<ReceiverOptions, 'policy' | 'limits'> & { secrets: readonly string[] },
) {
  const database = await openStore({ location: { kind: 'embedded', folder: null } })
  const effects: Effect[] = []
  const receiver = await buildReceiver({
    ...options,
    database,
    handle({ submission: { uuid, status } }, { superseded }) {
      if (!superseded) effects.push({ uuid, status })
    },
  })
  const { url } = await receiver.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: url + defaultCallbackPath,
    effects: () => effects,
    async close() {
      await receiver.close()
      await database.close()
    },
  }
}
