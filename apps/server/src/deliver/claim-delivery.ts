import { randomUUID } from 'node:crypto'
import { groupRequests } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import { isContended } from '../error-code.ts'
import { type SecretCipher, SecretsKeyError } from '../secrets/secret-cipher.ts'
import type { ServerDatabase } from '../store/open-store.ts'

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
  /** Earliest start of an attempt, in Unix time. */
  opensAtMs: number
  /** No attempt may start at or after this Unix time. */
  expiresAtMs: number
  /** Identifies the flight as this worker's. */
  token: string
}

export type Claim =
  | { kind: 'claimed'; delivery: ClaimedDelivery }
  /**
   * Another attempt for the same endpoint and submission has been in flight for this long, or the
   * endpoint has no free slot or is being disabled.
   */
  | { kind: 'busy'; forMs: number }
  /** The job is void: the attempt was made, or the delivery waits for something else. */
  | { kind: 'void' }

export type WantedDelivery = {
  deliveryId: string
  /** The state that the delivery must be in, and the attempts that it must have had. */
  state: 'pending' | 'held'
  attempts: number
}

/** `secretId` is `null` if the endpoint wants no signature. */
type Row = Omit<ClaimedDelivery, 'secret'> & {
  isClaimed: boolean
  busyMs: number
  secretId: string | null
  storedSecret: string
  keyId: string | null
}

/** Claims of one statement. */
const groupSize = 100

/*
 * Each flight takes a numbered slot of its endpoint. Two statements that want the same slot or submission
 * at once meet at a unique key, and one of them finds it busy.
 */
const claimAll = `
  with wanted as (
    select deliveries.*, asked.token, asked.place, endpoints.url, endpoints.signed,
      -- A disabled endpoint is sent to by probes only: what is pending is about to be held.
      asked.state = 'held' or endpoints.state = 'enabled' as is_open
    from unnest($1::uuid[], $2::text[], $3::integer[], $4::uuid[])
      with ordinality as asked(id, state, attempts, token, place)
    join deliveries on deliveries.id = asked.id
      and deliveries.state = asked.state and deliveries.attempts = asked.attempts
    join endpoints on endpoints.id = deliveries.endpoint_id
  ), over as (
    -- For whoever comes next: this statement sees them still.
    delete from flights
    where endpoint_id in (select endpoint_id from wanted) and flights.until <= now()
  ), first_of_each as (
    select distinct on (endpoint_id, submission_id) * from wanted
    where is_open
      and (endpoint_id, submission_id) not in (select endpoint_id, submission_id from flights)
    order by endpoint_id, submission_id, place
  ), candidates as (
    select *, row_number() over (partition by endpoint_id order by place) as turn
    from first_of_each
  ), free as (
    select endpoint_id, slot, row_number() over (partition by endpoint_id order by slot) as turn
    from (select distinct endpoint_id from candidates) as concerned
    cross join generate_series(1, $6::integer) as slot
    where (endpoint_id, slot) not in (select endpoint_id, slot from flights)
  ), taken as (
    insert into flights (endpoint_id, submission_id, slot, delivery_id, token, until)
    select endpoint_id, submission_id, slot, id, token, now() + $5::float8 * interval '1 second'
    from candidates join free using (endpoint_id, turn)
    order by endpoint_id, slot
    on conflict do nothing
    returning token
  )
  select wanted.id, wanted.endpoint_id as "endpointId", wanted.submission_id as "submissionId",
    wanted.environment, wanted.attempts, wanted.url, events.body, wanted.token,
    extract(epoch from wanted.opens_at)::float8 * 1000 as "opensAtMs",
    extract(epoch from wanted.expires_at)::float8 * 1000 as "expiresAtMs",
    signing.id as "secretId", signing.secret as "storedSecret", signing.key_id as "keyId",
    wanted.token in (select token from taken) as "isClaimed",
    case when wanted.is_open
      then coalesce($5::float8 - extract(epoch from flights.until - now()), 0)
      else $5::float8 end * 1000 as "busyMs"
  from wanted
  left join flights on flights.endpoint_id = wanted.endpoint_id
    and flights.submission_id = wanted.submission_id and flights.until > now()
  left join lateral (
    select * from endpoint_secrets
    where endpoint_id = wanted.endpoint_id and signs_from <= now()
    order by signs_from desc, created_at desc limit 1
  ) as signing on wanted.signed
  join events on events.id = wanted.event_id`

/**
 * Claims deliveries for one attempt each. Over all processes, at most one attempt per endpoint and
 * submission is in flight, and at most `slotsPerEndpoint` per endpoint. Claims of a dead worker end with
 * their lease. Claims that come together share a statement.
 * @see specs/decisions/ D-014
 */
export function createClaim(
  database: Pick<ServerDatabase, 'query' | 'secretCipher'>,
  { leaseSeconds, slotsPerEndpoint }: { leaseSeconds: number; slotsPerEndpoint: number },
): (wanted: WantedDelivery) => Promise<Claim> {
  const request = groupRequests<WantedDelivery, Row | undefined>({
    most: groupSize,
    isolates: isContended,
    async send(wanted) {
      const tokens = wanted.map(() => randomUUID())
      const rows = await database.query<Row>(claimAll, [
        wanted.map(({ deliveryId }) => deliveryId),
        wanted.map(({ state }) => state),
        wanted.map(({ attempts }) => attempts),
        ...[tokens, leaseSeconds, slotsPerEndpoint],
      ])
      const byToken = new Map(rows.map((row) => [row.token, row]))
      return tokens.map((token) => byToken.get(token))
    },
  })
  return async (wanted) => toClaim(await request(wanted), database.secretCipher)
}

function toClaim(row: Row | undefined, cipher: SecretCipher): Claim {
  if (!row) return { kind: 'void' }
  const { isClaimed, busyMs, secretId, storedSecret, keyId, ...delivery } = row
  if (!isClaimed) return { kind: 'busy', forMs: Number(busyMs) }
  if (secretId === null) return { kind: 'claimed', delivery: { ...delivery, secret: null } }
  const { endpointId } = delivery
  const secret = cipher.decrypt({ id: secretId, endpointId, secret: storedSecret, keyId })
  // Never send it unsigned: the job returns when its lease ends, here or in a process that has the key.
  if (secret === null) throw new SecretsKeyError('No key decrypts the secret of an endpoint.')
  return { kind: 'claimed', delivery: { ...delivery, secret } }
}
