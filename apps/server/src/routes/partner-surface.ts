import { operations } from '@partner-platform/types'
import { requestParsers, responseParsers } from '@partner-platform/validators'

/** What partners call, as generated from `specs/openapi.yaml`. */
export const partnerSurface = { operations, requestParsers, responseParsers } as const
