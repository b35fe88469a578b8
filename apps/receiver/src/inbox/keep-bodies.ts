import type { Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import { recordSet, rowsOf, toBase64 } from '../store/record-set.ts'
import type { ArrivingBody } from './arriving.ts'
import { peekAtBody } from './peek-at-body.ts'
import { isPlainText } from './plain-text.ts'

/** Issues that are kept of one body. */
const mostIssues = 50

/** Keeps bodies in quarantine, and gives their ids. @see specs/decisions D-007 */
export async function keepBodies(
  arriving: readonly ArrivingBody[],
  tx: Transaction,
): Promise<Map<ArrivingBody, number>> {
  if (arriving.length === 0) return new Map()
  const added = sql`insert into quarantine (code, issues, verified, body, body_bytes, is_text,
      name, submission_uuid, status, occurred_at)
    select code, issues, verified, decode(body, 'base64'), body_bytes, is_text,
      name, submission_uuid, status, occurred_at
    from ${recordSet(arriving.map(toRow))} as rows (code text, issues text, verified boolean,
      body text, body_bytes integer, is_text boolean, name text, submission_uuid text, status text,
      occurred_at text)
    returning id`
  const ids = await rowsOf<{ id: string | number }>(tx, added)
  return new Map(arriving.flatMap((one, index) => [[one, Number(ids[index]?.id)]]))
}

function toRow({ delivery: { code, issues, verified, body } }: ArrivingBody) {
  const { name, submissionUuid, status, occurredAt } = peekAtBody(body)
  return {
    ...{ code, verified, name, status, issues: JSON.stringify(issues.slice(0, mostIssues)) },
    ...{ body: toBase64(body), body_bytes: body.length, is_text: isPlainText(body) },
    ...{ submission_uuid: submissionUuid, occurred_at: occurredAt },
  }
}
