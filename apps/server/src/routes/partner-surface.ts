import { operations } from '@partner-platform/types'
import { requestParsers, responseParsers } from '@partner-platform/validators'

/** Generated from `specs/openapi.yaml`. */
export const partnerSurface = { operations, requestParsers, responseParsers } as const
