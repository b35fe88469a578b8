import type { Effect } from '@partner-platform/conformance'
import {
  buildReceiver,
  defaultCallbackPath,
  type ReceiverOptions,
} from '@partner-platform/receiver'

type Options = Pick<ReceiverOptions, 'database' | 'policy' | 'limits'> & {
  secrets: readonly string[]
}

/** The reference receiver, with a handler that notes what it acts upon. */
export async function openReferenceReceiver(options: Options) {
  const effects: Effect[] = []
  const receiver = await buildReceiver({
    ...options,
    handle({ submission: { uuid, status } }, { superseded }) {
      if (!superseded) effects.push({ uuid, status })
    },
  })
  const { url } = await receiver.listen({ host: '127.0.0.1', port: 0 })
  return { url: url + defaultCallbackPath, effects: () => effects, close: () => receiver.close() }
}
