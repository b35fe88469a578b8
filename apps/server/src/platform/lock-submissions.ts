import type { Transaction } from '@partner-platform/database'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { isAnyOf } from '../store/record-set.ts'
import { endpoints, partners, submissions } from '../store/schema.ts'

export type LockContext = PlatformContext & {
  /** Whether to wait for locked submissions and endpoints, or to leave out what needs them. */
  waits: boolean
}

export type LockedSubmission = {
  submission: typeof submissions.$inferSelect
  partner: typeof partners.$inferSelect
  /** `null` if the partner has none in that environment. */
  endpoint: Pick<typeof endpoints.$inferSelect, 'id' | 'state'> | null
}

/**
 * Locks the submissions, and the states of their endpoints, until the transaction ends. `null` for one that
 * another transaction has locked, or whose endpoint it has.
 */
export async function lockSubmissions(
  ids: readonly string[],
  { tx, waits }: LockContext,
): Promise<Map<string, LockedSubmission | null>> {
  const lock = waits ? {} : { skipLocked: true as const }
  const hasEndpoint = sql<boolean>`exists (select from ${endpoints} as own
    where (own.partner_id, own.environment) = (submissions.partner_id, submissions.environment))`
  const submission = tx.$with('submission').as(
    tx
      .select({ ...getTableColumns(submissions), hasEndpoint: hasEndpoint.as('has_endpoint') })
      .from(submissions)
      .where(isAnyOf(submissions.id, ids))
      .for('update', lock),
  )
  const endpoint = tx.$with('endpoint').as(
    tx
      .select()
      .from(endpoints)
      .where(
        sql`(${endpoints.partnerId}, ${endpoints.environment}) in (
          select ${submission.partnerId}, ${submission.environment} from ${submission})`,
      )
      .for('share', lock),
  )
  const rows = await tx
    .with(submission, endpoint)
    .select()
    .from(submission)
    .innerJoin(partners, eq(partners.id, submission.partnerId))
    .leftJoin(
      endpoint,
      and(
        eq(endpoint.partnerId, submission.partnerId),
        eq(endpoint.environment, submission.environment),
      ),
    )
  const found = new Map(
    rows.map(({ submission, partners: partner, endpoint }) => {
      const isLocked = submission.hasEndpoint && endpoint === null
      return [submission.id, isLocked ? null : { submission, partner, endpoint }]
    }),
  )
  const missing = ids.filter((id) => !found.has(id))
  for (const id of waits ? [] : await findIds(missing, tx)) found.set(id, null)
  return found
}

async function findIds(ids: readonly string[], tx: Transaction): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(isAnyOf(submissions.id, ids))
  return rows.map(({ id }) => id)
}
