import { moveEndpoint } from '../deliver/move-endpoint.ts'
import { type Endpoint, getEndpoint } from './endpoints.ts'
import type { PlatformContext } from './platform-context.ts'
import { type Refusal, refuse } from './refusal.ts'

type Moved = { ok: true; endpoint: Endpoint } | Refusal<'not-found'>

/**
 * Lets deliveries go to an endpoint; those that were held become pending.
 * @see specs/decisions/ D-013
 */
export const enableEndpoint = (endpointId: string, context: PlatformContext): Promise<Moved> =>
  tell(endpointId, 'operator-enabled', context)

/**
 * Holds all deliveries to an endpoint until it is enabled.
 * @see specs/decisions/ D-013
 */
export const disableEndpoint = (endpointId: string, context: PlatformContext): Promise<Moved> =>
  tell(endpointId, 'operator-disabled', context)

async function tell(
  endpointId: string,
  type: 'operator-enabled' | 'operator-disabled',
  context: PlatformContext,
): Promise<Moved> {
  const moved = await moveEndpoint(endpointId, { type }, context)
  return moved ? getEndpoint(endpointId, context.tx) : refuse('not-found')
}
