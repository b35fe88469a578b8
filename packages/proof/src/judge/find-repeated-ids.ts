import { type Exchange, valuesOf } from '../http/exchange.ts'

/** The ids that name more than one request (D-016). */
export function findRepeatedIds(exchanges: readonly Exchange[]): string[] {
  const ids = exchanges.flatMap(({ response }) => valuesOf(response.headers, 'X-Request-Id'))
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]
}
