import type { Database } from '@partner-platform/database'
import { deliverQueue } from '../store/open-store.ts'
import type { Journal } from './drive-load.ts'
import type { EffectReceiver } from './start-effect-receiver.ts'

export type AuditSources = {
  query: Database['query']
  receiver: Pick<EffectReceiver, 'arrivals' | 'effects' | 'unverified'>
  journal: Journal
}

export type Audit = {
  /** Broken promises, one sentence each; empty if all is well. */
  problems: string[]
  /** Changes requested, and changes accepted. */
  sent: number
  acked: number
  /** Events in the store, and how many of them the receiver has. */
  committed: number
  delivered: number
  /** Accepted events that the receiver does not have. */
  lost: number
  /** Events that the receiver got with different bodies. */
  doubled: number
  /** Arrivals after the first of each event. */
  duplicates: number
}

type Row = {
  id: string
  event: string
  digest: string
  state: string | null
  attempts: number | null
  made: number
  numbers: number
  accepted: number
  jobs: number
}

/** Every event and its delivery, read without the code of the platform. */
const allEvents = `
  select events.id, encode(sha256(events.body), 'hex') as digest,
    events.submission_id || ' ' ||
      to_char(events.timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as event,
    deliveries.state, deliveries.attempts,
    coalesce(counted.made, 0)::integer as made, coalesce(counted.numbers, 0)::integer as numbers,
    coalesce(counted.accepted, 0)::integer as accepted, coalesce(waiting.jobs, 0)::integer as jobs
  from events
  left join deliveries on deliveries.event_id = events.id
  left join (
    select delivery_id, count(*) as made, max(number) as numbers,
      count(*) filter (where outcome = 'accepted') as accepted
    from attempts group by delivery_id
  ) as counted on counted.delivery_id = deliveries.id
  left join (
    select data ->> 'deliveryId' as delivery_id, (data ->> 'attempts')::integer as attempts,
      count(*) as jobs
    from pgboss.job where name = $1 and state < 'completed' group by 1, 2
  ) as waiting on waiting.delivery_id = deliveries.id::text
    and waiting.attempts = deliveries.attempts`

/** Compares the load driver's journal with store and receiver. Call it after everything is delivered. */
export async function audit({ query, receiver, journal }: AuditSources): Promise<Audit> {
  const rows = await query<Row>(allEvents, [deliverQueue])
  const flights = await query('select token from flights')
  const stored = new Map(rows.map((row) => [row.id, row]))
  const digests = new Map(rows.map((row) => [row.digest, row]))
  const forms = Map.groupBy(receiver.effects.values(), ({ event }) => event)
  const problems: string[] = []
  const count = (what: string, found: readonly unknown[]) => {
    if (found.length > 0) problems.push(`${found.length} × ${what}`)
    return found.length
  }
  const acked = journal.acked()
  const lost = count(
    'accepted, but never arrived',
    acked.filter(({ eventId }) => !receiver.effects.has(stored.get(eventId)?.digest ?? '')),
  )
  const doubled = count('arrived in more than one form', [...forms.values()].filter(isMany))
  count(
    'arrived, but was never committed',
    [...receiver.effects.keys()].filter((digest) => !digests.has(digest)),
  )
  count(
    'committed, but not delivered',
    rows.filter(({ state }) => state !== 'delivered'),
  )
  count(
    'has attempts that do not fit',
    rows.filter((row) => !hasSoundAttempts(row)),
  )
  count(
    'delivered, but has a job that is not void',
    rows.filter(({ jobs }) => jobs > 0),
  )
  count(
    'sent while another attempt for its submission was open',
    receiver.arrivals.filter(({ together }) => together > 1),
  )
  count('in flight, but no attempt is running', flights)
  count('arrived, but could not be verified', receiver.unverified)
  return {
    problems,
    sent: journal.entries.length,
    acked: acked.length,
    lost,
    doubled,
    committed: rows.length,
    delivered: rows.filter(({ digest }) => receiver.effects.has(digest)).length,
    duplicates: receiver.arrivals.length - forms.size,
  }
}

const isMany = (found: readonly unknown[]) => found.length > 1

/** Attempts are numbered from 1 without gaps, and exactly one, the last, is accepted. */
const hasSoundAttempts = ({ made, numbers, attempts, accepted }: Row) =>
  made === attempts && numbers === made && accepted === 1
