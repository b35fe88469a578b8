import type { Issue } from '@partner-platform/validators'
import type { FastifyReply } from 'fastify'

/** 400: bad parameter, or a body that is not JSON. 413: too large. 415: wrong type. 422: breaks its schema. */
export type RefusalStatus = 400 | 413 | 415 | 422

/**
 * A rejected request, with at most 100 issues. A path points into the body, or to a parameter as `/path`,
 * `/query` or `/headers` and its name. There are no issues if the body could not be read.
 */
export type Refusal = { ok: false; status: RefusalStatus; issues: readonly Issue[] }

export type RenderedError = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** Renders an error in the format of one surface. */
export type RenderError<Status extends number> = (
  status: Status,
  requestId: string,
  issues?: readonly Issue[],
) => RenderedError

export const sendError = (reply: FastifyReply, { status, headers, body }: RenderedError) =>
  reply.code(status).headers(headers).send(body)

// A name in a query or body can be as long as the request.
const mostIssues = 100
const longestPath = 1_000

export const refuse = (status: RefusalStatus, issues: readonly Issue[] = []): Refusal => ({
  ok: false,
  status,
  issues: issues
    .slice(0, mostIssues)
    .map(({ path, ...issue }) => ({ path: path.slice(0, longestPath), ...issue })),
})
