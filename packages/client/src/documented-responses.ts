import type { OperationValue, ResponseValue } from './operation-value.ts'

/** The status of an answer without its body, as the caller has that already (RFC 9110, 15.4.5). */
export const notModified = 304

/**
 * What the contract documents for this request, by status. Not modified is an answer to those alone who
 * asked by entity tag: to anyone else it says nothing.
 * @see specs/decisions/ D-022
 */
export function documentedResponses(
  { responses, condition }: OperationValue,
  { headers }: Request,
): ReadonlyMap<number, ResponseValue> {
  if (!responses.has(notModified)) return responses
  if (condition !== null && headers.has(condition)) return responses
  return new Map([...responses].filter(([status]) => status !== notModified))
}
