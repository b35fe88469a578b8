import { requestIdName } from '../http/request-id.ts'
import { rateLimitNames } from '../limits/rate-limit-headers.ts'

/** Required headers that the server adds to every response. */
export const providedHeaders = [...rateLimitNames, requestIdName] as const
