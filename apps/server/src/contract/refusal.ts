import type { Issue } from '@partner-platform/validators'

/**
 * A request that does not reach its handler: 400 a parameter or a body that is no JSON, 413 a body
 * over the limit, 415 a body of another type, 422 a body that its schema refuses.
 */
export type Refusal = {
  status: 400 | 413 | 415 | 422
  /**
   * At most 100. Their paths lead into the body as it is, and to a parameter by `/path`, `/query` or
   * `/headers` before its name. None where the body could not be read at all.
   */
  issues: readonly Issue[]
}

/** A response as it goes out. */
export type RenderedError = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** What an error looks like on this surface. */
export type RenderError<E> = (error: E, requestId: string) => RenderedError

// Parsers keep to these themselves; names in a query or of a member may be as long as the request.
const mostIssues = 100
const longestPath = 1_000

export const refuse = (status: Refusal['status'], issues: readonly Issue[] = []) => {
  const told = issues
    .slice(0, mostIssues)
    .map(({ path, ...issue }) => ({ path: path.slice(0, longestPath), ...issue }))
  return { ok: false as const, refusal: { status, issues: told } }
}
