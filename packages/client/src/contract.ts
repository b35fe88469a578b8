import { operations } from '@partner-platform/types'
import { type ParseResult, responseParsers } from '@partner-platform/validators'

/** The status of an answer without its body, because the caller has it already (RFC 9110, 15.4.5). */
export const notModified = 304

/** The schema that marks a request header as "send the body only if it is new". */
export const conditionSchema = 'IfNoneMatch'

/** The operations of the contract; each is a method of the client. */
export type OperationId = keyof typeof operations

type Headers = Record<string, { schema: string | null }>

/** One operation of the contract, as the client needs it at run time. */
export interface Operation {
  id: string
  method: string
  path: string
  parameters: { header: Headers }
  responses: Record<string, { body: { contentType: string } | null; headers: Headers }>
}

export const contractOperations = Object.values<Operation>(operations)

export const conditionOf = ({ parameters }: Operation): string | undefined =>
  headerWith(conditionSchema, parameters.header)

type Parse = (value: unknown) => ParseResult<unknown>
const parsers: Record<
  string,
  Record<string, { body: { received: Parse } | null }>
> = responseParsers

export type DocumentedBody = { contentType: string; parse: Parse }

/** The body that the contract documents for a status; null if it documents none. */
export function documentedBody(
  { id, responses }: Operation,
  status: number,
): DocumentedBody | null {
  const contentType = responses[status]?.body?.contentType
  const parse = parsers[id]?.[status]?.body?.received
  return contentType !== undefined && parse ? { contentType, parse } : null
}

/** The response headers that the client reads, under the names that the contract gives them. */
export const contractHeaders = {
  entityTag: responseHeader('EntityTag'),
  rateLimit: responseHeader('RateLimit'),
  rateLimitPolicy: responseHeader('RateLimitPolicy'),
  requestId: responseHeader('RequestId'),
  retryAfter: responseHeader('RetryAfter'),
}

function responseHeader(schema: string): string {
  const responses = contractOperations.flatMap((operation) => Object.values(operation.responses))
  const name = responses.map(({ headers }) => headerWith(schema, headers)).find(Boolean)
  if (name) return name
  throw new TypeError(`No response header has the schema ${schema}. Generate the types again.`)
}

function headerWith(schema: string, headers: Headers): string | undefined {
  return Object.keys(headers).find((name) => headers[name]?.schema === schema)
}
