import { calls, type operations } from '@partner-platform/types'
import { type ParseResult, responseReaders } from '@partner-platform/validators'
import type { Validation } from './client-options.ts'

/** The status of an answer without its body, because the caller has it already (RFC 9110, 15.4.5). */
export const notModified = 304

/** The schema that marks a request header as "send the body only if it is new". */
export const conditionSchema = 'IfNoneMatch'

/** The operations of the contract; each is a method of the client. */
export type OperationId = keyof typeof operations

/** One operation of the contract, as the client needs it at run time. */
export interface Operation {
  id: string
  method: string
  path: string
  /** Names of request headers, by schema. */
  headers: Record<string, string>
  /** The content type of each documented answer, by status; null if it has no body. */
  responses: Record<string, string | null>
}

export const contractOperations = Object.values<Operation>(calls)

export const conditionOf = ({ headers }: Operation): string | undefined => headers[conditionSchema]

type Parse = (value: unknown) => ParseResult<unknown>

/** How a client reads bodies. */
export interface Reading {
  /** The choices of `validateResponses`, the default first. */
  validations: readonly Validation[]
  /** The parser of the body that an operation documents for a status. */
  readerOf: (operation: Operation, status: number) => Parse | null | undefined
}

const readers: Record<string, Record<string, Parse | null>> = responseReaders

export const validatedReading: Reading = {
  validations: ['tolerant', 'strict', 'off'],
  readerOf: ({ id }, status) => readers[id]?.[status],
}

export type DocumentedBody = { contentType: string; parse: Parse }

/** The body that the contract documents for a status; null if it documents none. */
export function documentedBody(
  operation: Operation,
  status: number,
  { readerOf }: Pick<Reading, 'readerOf'>,
): DocumentedBody | null {
  const contentType = operation.responses[status]
  const parse = readerOf(operation, status)
  return contentType && parse ? { contentType, parse } : null
}
