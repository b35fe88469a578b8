import { sql } from 'drizzle-orm'
import type { PlatformContext } from '../platform-context.ts'
import { deliverQueue } from '../store/open-store.ts'
import type { EndedState } from '../store/schema.ts'

/** A job is obsolete once its attempt was made or its probe replaced. */
export type DeliverJob =
  /** `attempts`: the number made before this one. */
  | { kind: 'attempt'; endpointId: string; deliveryId: string; attempts: number }
  | { kind: 'probe'; endpointId: string; probeAtMs: number }
  /** Hold or send the next batch of an endpoint's deliveries, depending on its state at that time. */
  | { kind: 'follow'; endpointId: string }
  | ({ kind: 'replay' } & RestOfReplay)

export type SendExpired = {
  /** Send an event that receivers would no longer accept. @default false */
  sendExpired?: boolean | undefined
}

/** Ended deliveries in one state, created in a period, of one endpoint or all. */
export type ReplayRange<Time> = SendExpired & {
  state: EndedState
  endpoint?: string | undefined
  /** Creation times: `from` is inclusive, `to` exclusive. */
  from: Time
  to: Time
}

/** The deliveries of a range that are still to be replayed. */
export type RestOfReplay = ReplayRange<string> & {
  /** The last delivery that was examined. */
  after: { createdAt: string; id: string } | null
}

export type JobContext = Pick<PlatformContext, 'tx' | 'database'>

/** `afterMs` delays the job. @default 0 */
export type ScheduledJob = DeliverJob & { afterMs?: number }

/**
 * Adds jobs to the queue within the transaction. The store's clock measures the delay, so the clocks of
 * workers need not agree.
 */
export async function scheduleJobs(
  jobs: readonly ScheduledJob[],
  { tx, database }: JobContext,
): Promise<void> {
  if (jobs.length === 0) return
  const inserts = jobs.map(({ afterMs = 0, ...data }) => ({
    data,
    startAfter: toInterval(afterMs),
    group: { id: toGroup(data) },
  }))
  await database.jobs.insert(deliverQueue, inserts, { db: database.within(tx) })
}

/** Attempts share the slots of their endpoint. Jobs that move many deliveries do not wait for them. */
const toGroup = (job: DeliverJob) =>
  job.kind === 'attempt' || job.kind === 'probe' ? job.endpointId : 'batches'

/** A job without a delay is an hour overdue, so that setting the clock back does not delay it. */
const toInterval = (afterMs: number) => (afterMs <= 0 ? '-1 hour' : `${afterMs / 1000} seconds`)

type Waiting = { id: string; endpointId: string; attempts: number }

/** The job for a delivery's next attempt. */
export const toAttemptJob = ({ id, endpointId, attempts }: Waiting): DeliverJob => ({
  kind: 'attempt',
  endpointId,
  deliveryId: id,
  attempts,
})

/** Removes the queued jobs of held deliveries, which are obsolete. */
export async function dropJobs(held: readonly { id: string }[], { tx }: JobContext): Promise<void> {
  if (held.length === 0) return
  const ids = JSON.stringify(held.map(({ id }) => id))
  await tx.execute(sql`delete from pgboss.job
    where name = ${deliverQueue} and state < 'active'
      and data ->> 'deliveryId' in (select jsonb_array_elements_text(${ids}::jsonb))`)
}
