import type { ClientOptions } from './client-options.ts'
import { assembleClient, type Client } from './create-client.ts'
import { systemTime } from './send.ts'

export * from './index.ts'

/**
 * `createClient` without the checks of bodies, which are almost a third of its size: `validateResponses` is
 * always `'off'`, and of an `error` only the code and the message are checked.
 */
export const createClient = (
  options: ClientOptions & { validateResponses?: 'off' | undefined },
): Client =>
  assembleClient(options, { time: systemTime, validations: ['off'], readerOf: () => asIs })

const asIs = (value: unknown) => ({ ok: true, value, departures: [] }) as const
