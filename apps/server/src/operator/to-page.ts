import { constants } from '../generated/index.ts'
import type { PageRequest } from '../platform/page.ts'

/** The part of a list that a query asks for. */
export const toPage = (query: {
  readonly limit?: number
  readonly after?: string
}): PageRequest => ({
  limit: query.limit ?? constants.operatorPageLimit,
  after: query.after ?? null,
})
