import { randomUUID } from 'node:crypto'
import type { Database } from '@partner-platform/database'
import type { Environment } from '@partner-platform/settings'
import { groupRequests } from '../store/group-requests.ts'

/** A delivery that this worker alone may attempt, until its lease ends. */
export type ClaimedDelivery = {
  id: string
  endpointId: string
  submissionId: string
  environment: Environment
  /** Attempts made so far. */
  attempts: number
  url: string
  body: Uint8Array
  /** The newest secret, `null` where the endpoint wants no signature. */
  secret: string | null
  /** When its event was made. */
  createdAt: Date
  /** This worker's mark on the flight. */
  token: string
}

export type Claim =
  | { kind: 'claimed'; delivery: ClaimedDelivery }
  /** Another attempt for the same endpoint and submission has been in flight for so long. */
  | { kind: 'busy'; forMs: number }
  /** The job is void: the attempt was made, or the delivery waits for something else. */
  | { kind: 'void' }

export type WantedDelivery = {
  deliveryId: string
  /** The state that the delivery must be in, and the attempts that it must have had. */
  state: 'pending' | 'held'
  attempts: number
}

type Row = ClaimedDelivery & { isClaimed: boolean; busyMs: number | null }

/** Claims of one statement. */
const groupSize = 100

const claimAll = `
  with wanted as (
    select deliveries.*, asked.token, asked.place
    from unnest($1::uuid[], $2::text[], $3::integer[], $4::uuid[])
      with ordinality as asked(id, state, attempts, token, place)
    join deliveries on deliveries.id = asked.id
      and deliveries.state = asked.state and deliveries.attempts = asked.attempts
  ), first_of_each as (
    select distinct on (endpoint_id, submission_id) * from wanted
    order by endpoint_id, submission_id, place
  ), taken as (
    insert into flights (endpoint_id, submission_id, delivery_id, token, until)
    select endpoint_id, submission_id, id, token, now() + $5::float8 * interval '1 second'
    from first_of_each order by endpoint_id, submission_id
    on conflict (endpoint_id, submission_id) do update
      set delivery_id = excluded.delivery_id, token = excluded.token, until = excluded.until
      where flights.until <= now()
    returning token
  )
  select wanted.id, wanted.endpoint_id as "endpointId", wanted.submission_id as "submissionId",
    wanted.environment, wanted.attempts, endpoints.url, events.body, wanted.token,
    events.created_at as "createdAt",
    case when endpoints.signed then (
      select secret from endpoint_secrets
      where endpoint_id = endpoints.id and signs_from <= now()
      order by signs_from desc, created_at desc limit 1
    ) end as secret,
    wanted.token in (select token from taken) as "isClaimed",
    ($5::float8 - extract(epoch from flights.until - now())) * 1000 as "busyMs"
  from wanted
  left join flights on flights.endpoint_id = wanted.endpoint_id
    and flights.submission_id = wanted.submission_id
  join events on events.id = wanted.event_id
  join endpoints on endpoints.id = wanted.endpoint_id`

/**
 * Takes deliveries for one attempt each. At most one attempt per endpoint and submission is in flight,
 * over all processes: who comes second finds it busy. What a dead worker took is free when its lease
 * ends. Claims that come together share a statement.
 * @see specs/decisions/ D-014
 */
export function createClaim(
  database: Pick<Database, 'query'>,
  { leaseSeconds }: { leaseSeconds: number },
): (wanted: WantedDelivery) => Promise<Claim> {
  return groupRequests<WantedDelivery, Claim>({
    most: groupSize,
    async send(wanted) {
      const tokens = wanted.map(() => randomUUID())
      const rows = await database.query<Row>(claimAll, [
        wanted.map(({ deliveryId }) => deliveryId),
        wanted.map(({ state }) => state),
        wanted.map(({ attempts }) => attempts),
        ...[tokens, leaseSeconds],
      ])
      const byToken = new Map(rows.map((row) => [row.token, row]))
      return tokens.map((token) => toClaim(byToken.get(token)))
    },
  })
}

function toClaim(row: Row | undefined): Claim {
  if (!row) return { kind: 'void' }
  const { isClaimed, busyMs, ...delivery } = row
  return isClaimed ? { kind: 'claimed', delivery } : { kind: 'busy', forMs: Number(busyMs) }
}
