import { operations } from '@partner-platform/types'
import { requestParsers, responseParsers } from '@partner-platform/validators'
import { requestIdName } from '../http/request-id.ts'
import { rateLimitNames } from '../limits/rate-limit-headers.ts'

/** Generated from `specs/openapi.yaml`. */
export const partnerSurface = { operations, requestParsers, responseParsers } as const

/** Required headers that the server adds to every response. */
export const providedHeaders = [...rateLimitNames, requestIdName] as const
