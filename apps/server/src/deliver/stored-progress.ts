import type { Transaction } from '@partner-platform/database'
import { sql } from 'drizzle-orm'
import { deliveries } from '../store/schema.ts'
import type { DeliveryProgress } from './retry-machine.ts'

export type StoredDelivery = typeof deliveries.$inferSelect

/** Where a stored delivery stands, as the machine tells it. */
export const toProgress = (delivery: StoredDelivery): DeliveryProgress => ({
  state: delivery.state,
  step: delivery.step,
  attempts: delivery.attempts,
  dueAtMs: delivery.dueAt?.getTime() ?? null,
  opensAtMs: delivery.opensAt.getTime(),
  expiresAtMs: delivery.expiresAt.getTime(),
  endedAtMs: delivery.endedAt?.getTime() ?? null,
  deadLetterReason: delivery.deadLetterReason,
})

type ProgressColumns = Pick<
  StoredDelivery,
  'state' | 'step' | 'attempts' | 'dueAt' | 'opensAt' | 'expiresAt' | 'endedAt' | 'deadLetterReason'
>

/** The columns that tell where a delivery stands. */
export const fromProgress = (progress: DeliveryProgress): ProgressColumns => ({
  state: progress.state,
  step: progress.step,
  attempts: progress.attempts,
  dueAt: progress.dueAtMs === null ? null : new Date(progress.dueAtMs),
  opensAt: new Date(progress.opensAtMs),
  expiresAt: new Date(progress.expiresAtMs),
  endedAt: progress.endedAtMs === null ? null : new Date(progress.endedAtMs),
  deadLetterReason: progress.deadLetterReason,
})

/** Writes where deliveries stand now and how their last attempt went, all with one statement. */
export async function storeProgress(
  moved: readonly StoredDelivery[],
  tx: Transaction,
): Promise<void> {
  if (moved.length === 0) return
  const rows = moved.map((delivery) => ({
    ...{ id: delivery.id, state: delivery.state, step: delivery.step },
    ...{ attempts: delivery.attempts, due_at: delivery.dueAt, ended_at: delivery.endedAt },
    ...{ expires_at: delivery.expiresAt, dead_letter_reason: delivery.deadLetterReason },
    ...{ last_outcome: delivery.lastOutcome, last_status: delivery.lastStatus },
  }))
  await tx.execute(sql`
    update ${deliveries} as stored
    set state = moved.state, step = moved.step, attempts = moved.attempts,
      due_at = moved.due_at, ended_at = moved.ended_at,
      expires_at = moved.expires_at, dead_letter_reason = moved.dead_letter_reason,
      last_outcome = moved.last_outcome, last_status = moved.last_status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as moved(
      id uuid, state text, step integer, attempts integer,
      due_at timestamptz, ended_at timestamptz, expires_at timestamptz, dead_letter_reason text,
      last_outcome text, last_status integer
    )
    where stored.id = moved.id`)
}
