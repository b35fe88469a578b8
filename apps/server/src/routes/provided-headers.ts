import { requestIdName } from '../http/request-id.ts'
import { rateLimitNames } from '../limits/rate-limit-headers.ts'

/** Required headers that the server puts on every response, so that no handler has to. */
export const providedHeaders = [...rateLimitNames, requestIdName] as const
