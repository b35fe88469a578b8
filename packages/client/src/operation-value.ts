import { operations } from '@partner-platform/types'
import { type ParseResult, responseParsers } from '@partner-platform/validators'
import { conditionIn } from './condition.ts'

/** One documented answer, as the client needs it at run time. */
export interface ResponseValue {
  /** Null where the contract documents no body. */
  contentType: string | null
  /** The tolerant reading of the body. */
  parse: (value: unknown) => ParseResult<unknown>
}

/** One operation of the contract, as the client needs it at run time. */
export interface OperationValue {
  id: string
  method: string
  path: string
  /** The request header that asks for the body only if it is new; null where there is none. */
  condition: string | null
  responses: ReadonlyMap<number, ResponseValue>
}

/** Every operation of the contract, sorted as it is generated. */
export const operationValues: readonly OperationValue[] = Object.values<Generated>(operations).map(
  ({ id, method, path, parameters, responses }) => ({
    id,
    method,
    path,
    condition: conditionIn(parameters.header),
    responses: new Map(
      Object.entries(responses).map(([status, { body }]) => [
        Number(status),
        { contentType: body?.contentType ?? null, parse: parserOf(id, status) },
      ]),
    ),
  }),
)

/** The operation at a method and a path template, or undefined. */
export const findOperation = (method: string, path: string): OperationValue | undefined =>
  operationValues.find((operation) => operation.method === method && operation.path === path)

type Generated = {
  id: string
  method: string
  path: string
  parameters: { header: Record<string, { schema: string | null }> }
  responses: Record<string, { body: { contentType: string } | null }>
}
type Parsers = Record<
  string,
  Record<string, { body?: { received: ResponseValue['parse'] } | null } | undefined> | undefined
>

function parserOf(id: string, status: string): ResponseValue['parse'] {
  const parsers: Parsers = responseParsers
  return parsers[id]?.[status]?.body?.received ?? ((value) => ({ ok: true, value, departures: [] }))
}
