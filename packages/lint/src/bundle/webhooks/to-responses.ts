import { BundleError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'

/** What each answer of a partner means to the service; the statuses are constants of the document. */
export function toResponses(constants: JsonObject): JsonObject {
  const constant = (name: string): Json => {
    const found = constants?.[name]?.value
    if (found !== undefined) return found
    throw new BundleError(
      `asyncapi.yaml#/x-constants/${name}: expected what responses follow from.`,
    )
  }
  const marks = { 'x-source': '4.2.response', 'x-decision': 'D-010' }
  const later: number[] = constant('retryAfterStatuses')
  return {
    '2XX': {
      description: 'Accepted: any status from 200 to 299, complete in time, whatever its body.',
      ...marks,
    },
    [constant('endpointGoneStatus')]: {
      description: 'Failed, and the endpoint is disabled at once.',
      ...marks,
    },
    ...Object.fromEntries(
      later.map((status) => [
        status,
        {
          description: 'Failed. `Retry-After` moves the next attempt, within bounds.',
          headers: { 'Retry-After': retryAfter },
          ...marks,
        },
      ]),
    ),
    default: {
      description:
        'Failed: a redirect, any other status, or no complete answer in time. The delivery is retried with identical bytes.',
      ...marks,
    },
  }
}

const retryAfter = {
  description: 'When to try again, in seconds or as a date.',
  required: false,
  schema: { type: 'string' },
}
