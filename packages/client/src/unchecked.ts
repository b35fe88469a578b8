import type { ClientOptions } from './client-options.ts'
import { assembleClient, type Client } from './create-client.ts'
import { systemTime } from './send.ts'

export * from './index.ts'

/**
 * `createClient` without the body validators, which are a quarter of its size. `validateResponses` is
 * always `'off'`. The client checks only `code` and `message` of an `error`.
 */
export const createClient = (
  options: ClientOptions & { validateResponses?: 'off' | undefined },
): Client =>
  assembleClient(options, { time: systemTime, validations: ['off'], readerOf: () => asIs })

const asIs = (value: unknown) => ({ ok: true, value, departures: [] }) as const
