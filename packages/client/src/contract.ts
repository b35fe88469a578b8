import { operations } from '@partner-platform/types'
import { type ParseResult, responseParsers } from '@partner-platform/validators'

/** The status of an answer without its body, because the caller has it already (RFC 9110, 15.4.5). */
export const notModified = 304

/** The operations of the contract; each is a method of the client. */
export type OperationId = keyof typeof operations

/** The schema that marks a request header as "send the body only if it is new". */
const conditionSchema = 'IfNoneMatch'

type RequestHeaders<Id extends OperationId> = (typeof operations)[Id]['parameters']['header']

/** Names of the request headers by which an operation sends its body only if it is new. */
export type ConditionName<Id extends OperationId> = {
  [Name in keyof RequestHeaders<Id>]: RequestHeaders<Id>[Name] extends {
    schema: typeof conditionSchema
  }
    ? Name
    : never
}[keyof RequestHeaders<Id>]

/** One documented response, as the client needs it at run time. */
export interface DocumentedResponse {
  /** Null if the contract documents no body. */
  contentType: string | null
  /** Reads the body tolerantly. */
  parse: (value: unknown) => ParseResult<unknown>
}

/** One operation of the contract, as the client needs it at run time. */
export interface Operation {
  id: string
  method: string
  path: string
  /** The request header that asks for the body only if it is new, or null. */
  condition: string | null
  responses: ReadonlyMap<number, DocumentedResponse>
}

type Headers = Record<string, { schema: string | null }>
type Generated = {
  id: string
  method: string
  path: string
  parameters: { header: Headers }
  responses: Record<string, { body: { contentType: string } | null; headers: Headers }>
}
const generated = Object.values<Generated>(operations)

/** Every operation of the contract, in the order in which it is generated. */
export const contractOperations: readonly Operation[] = generated.map(
  ({ id, method, path, parameters, responses }) => ({
    ...{ id, method, path },
    condition: headerWith(conditionSchema, parameters.header) ?? null,
    responses: new Map(
      Object.entries(responses).map(([status, { body }]) => [
        Number(status),
        { contentType: body?.contentType ?? null, parse: parserOf(id, status) },
      ]),
    ),
  }),
)

/**
 * What the contract documents for this request, by status. 304 answers only a request that carried an
 * entity tag. @see specs/decisions/ D-022
 */
export function documentedResponses(
  { responses, condition }: Operation,
  { headers }: Request,
): ReadonlyMap<number, DocumentedResponse> {
  if (!responses.has(notModified)) return responses
  if (condition !== null && headers.has(condition)) return responses
  return new Map([...responses].filter(([status]) => status !== notModified))
}

type Values<T> = T extends unknown ? T[keyof T] : never
type HeadersOf<Response> = Response extends { headers: infer Named } ? Named : never
type SchemaOf<Header> = Header extends { schema: infer Name } ? Name : never
/** Names of the schemas that describe a response header of the contract. */
type HeaderSchema = SchemaOf<Values<HeadersOf<Values<Values<typeof operations>['responses']>>>>

/** The response headers that the client reads, under the names that the contract gives them. */
export const contractHeaders = {
  entityTag: responseHeader('EntityTag'),
  rateLimit: responseHeader('RateLimit'),
  rateLimitPolicy: responseHeader('RateLimitPolicy'),
  requestId: responseHeader('RequestId'),
  retryAfter: responseHeader('RetryAfter'),
}

function responseHeader(schema: HeaderSchema): string {
  const headers = generated.flatMap(({ responses }) => Object.values(responses))
  const name = headers.map((response) => headerWith(schema, response.headers)).find(Boolean)
  if (name) return name
  throw new TypeError(`No response header has the schema ${schema}. Generate the types again.`)
}

function headerWith(schema: string, headers: Headers): string | undefined {
  return Object.keys(headers).find((name) => headers[name]?.schema === schema)
}

type Parse = DocumentedResponse['parse']
type Parsers = Record<string, Record<string, { body?: { received: Parse } | null }> | undefined>

function parserOf(id: string, status: string): Parse {
  const parsers: Parsers = responseParsers
  return parsers[id]?.[status]?.body?.received ?? ((value) => ({ ok: true, value, departures: [] }))
}
