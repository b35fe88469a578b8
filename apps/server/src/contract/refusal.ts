import type { Issue } from '@partner-platform/validators'
import type { FastifyReply } from 'fastify'

/** 400: a parameter, or a body that is not JSON. 413: too large. 415: another type. 422: breaks its schema. */
export type RefusalStatus = 400 | 413 | 415 | 422

/**
 * A request that does not reach its handler, with at most 100 issues. Their paths lead into the body, or
 * to a parameter: `/path`, `/query` or `/headers` before its name. None if the body could not be read.
 */
export type Refusal = { ok: false; status: RefusalStatus; issues: readonly Issue[] }

/** An error as it goes out. */
export type RenderedError = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** What an error looks like on a surface. */
export type RenderError<Status extends number> = (
  status: Status,
  requestId: string,
  issues?: readonly Issue[],
) => RenderedError

export const sendError = (reply: FastifyReply, { status, headers, body }: RenderedError) =>
  reply.code(status).headers(headers).send(body)

// Names in a query or a body may be as long as the request.
const mostIssues = 100
const longestPath = 1_000

export const refuse = (status: RefusalStatus, issues: readonly Issue[] = []): Refusal => ({
  ok: false,
  status,
  issues: issues
    .slice(0, mostIssues)
    .map(({ path, ...issue }) => ({ path: path.slice(0, longestPath), ...issue })),
})
