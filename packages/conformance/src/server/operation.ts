import { operations, securitySchemes } from '@partner-platform/types'
import { responseParsers } from '@partner-platform/validators'

/** The operation that a server is checked by. */
export const operation = operations.listCountries

/** What its responses must look like, by status. */
export const responses = responseParsers[operation.id]

export type DocumentedStatus = keyof typeof responses

export const isDocumented = (status: number | null): status is DocumentedStatus =>
  status !== null && status in responses

/** Name of the header that carries a key alone. */
export const keyHeader = securitySchemes.apiKeyHeader.name

/** What stands before a key in `Authorization`. */
export const bearer = `${securitySchemes.bearerAuth.scheme[0]?.toUpperCase()}${securitySchemes.bearerAuth.scheme.slice(1)}`
