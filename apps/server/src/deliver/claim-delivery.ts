import { randomUUID } from 'node:crypto'
import { groupRequests } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import { isContended } from '../error-code.ts'
import { type SecretCipher, SecretsKeyError } from '../secrets/secret-cipher.ts'
import type { ServerDatabase } from '../store/open-store.ts'

/** A delivery that only this worker may attempt until the lease ends. */
export type ClaimedDelivery = {
  id: string
  endpointId: string
  submissionId: string
  environment: Environment
  /** Number of attempts made so far. */
  attempts: number
  url: string
  eventName: string
  body: Uint8Array
  /** The secret that signs; `null` if the endpoint wants no signature. */
  secret: string | null
  /** Unix time. No attempt may start before it. */
  opensAtMs: number
  /** Unix time. No attempt may start at or after it. */
  expiresAtMs: number
  /** Proves that the flight belongs to this worker. */
  token: string
}

export type Claim =
  | { kind: 'claimed'; delivery: ClaimedDelivery }
  /**
   * Another attempt for the endpoint and submission has been in flight for this long, the endpoint has no
   * free slot, or it is being disabled.
   */
  | { kind: 'busy'; forMs: number }
  /** The job is obsolete: its attempt was made, or the delivery changed state. */
  | { kind: 'void' }

export type WantedDelivery = {
  deliveryId: string
  /** The state and number of attempts that the delivery must have. */
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

/** Most claims in one statement. */
const groupSize = 100

/*
 * Each flight takes a numbered slot of its endpoint. If two statements want the same slot or submission at
 * once, a unique key makes one of them fail to get it. The number of slots is part of the text: as a parameter,
 * it would make the store plan the statement again for each claim.
 */
const claimAll = (slotsPerEndpoint: number) => `
  with wanted as (
    select deliveries.*, asked.token, asked.place, endpoints.url, endpoints.signed,
      -- A disabled endpoint gets only probes: its pending deliveries are about to be held.
      asked.state = 'held' or endpoints.state = 'enabled' as is_open
    from json_to_recordset($1::json)
      as asked(id uuid, state text, attempts integer, token uuid, place integer)
    -- Makes any plan look deliveries up by their id, even one made when there were none.
    cross join lateral (select * from deliveries where id = asked.id offset 0) as deliveries
    join endpoints on endpoints.id = deliveries.endpoint_id
    where deliveries.state = asked.state and deliveries.attempts = asked.attempts
  ), over as (
    -- Frees these flights for the next statement. This one still sees them.
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
    cross join generate_series(1, ${slotsPerEndpoint}) as slot
    where (endpoint_id, slot) not in (select endpoint_id, slot from flights)
  ), taken as (
    insert into flights (endpoint_id, submission_id, slot, delivery_id, token, until)
    select endpoint_id, submission_id, slot, id, token, now() + $2::float8 * interval '1 second'
    from candidates join free using (endpoint_id, turn)
    order by endpoint_id, slot
    on conflict do nothing
    returning token
  )
  select wanted.id, wanted.endpoint_id as "endpointId", wanted.submission_id as "submissionId",
    wanted.environment, wanted.attempts, wanted.url, events.name as "eventName", events.body, wanted.token,
    extract(epoch from wanted.opens_at)::float8 * 1000 as "opensAtMs",
    extract(epoch from wanted.expires_at)::float8 * 1000 as "expiresAtMs",
    signing.id as "secretId", signing.secret as "storedSecret", signing.key_id as "keyId",
    wanted.token in (select token from taken) as "isClaimed",
    case when wanted.is_open
      then coalesce($2::float8 - extract(epoch from flights.until - now()), 0)
      else $2::float8 end * 1000 as "busyMs"
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
 * Claims deliveries for one attempt each. Across all processes, at most one attempt per endpoint and
 * submission is in flight, and at most `slotsPerEndpoint` per endpoint. A dead worker's claims end with
 * their lease. Concurrent claims share a statement.
 * @see specs/decisions/ D-014
 */
export function createClaim(
  database: Pick<ServerDatabase, 'query' | 'secretCipher'>,
  { leaseSeconds, slotsPerEndpoint }: { leaseSeconds: number; slotsPerEndpoint: number },
): (wanted: WantedDelivery) => Promise<Claim> {
  const claim = claimAll(slotsPerEndpoint)
  const request = groupRequests<WantedDelivery, Row | undefined>({
    most: groupSize,
    isolates: isContended,
    async send(take) {
      const toAsked = ({ deliveryId: id, state, attempts }: WantedDelivery, place: number) => {
        return { id, state, attempts, token: randomUUID(), place }
      }
      let asked: ReturnType<typeof toAsked>[] = []
      const rows = await database.query<Row>(claim, () => {
        asked = take().map(toAsked)
        return [JSON.stringify(asked), leaseSeconds]
      })
      const byToken = new Map(rows.map((row) => [row.token, row]))
      return asked.map(({ token }) => byToken.get(token))
    },
  })
  return async (wanted) => toClaim(await request(wanted), database.secretCipher)
}

function toClaim(row: Row | undefined, cipher: SecretCipher): Claim {
  if (!row) return { kind: 'void' }
  const { isClaimed, busyMs, secretId, storedSecret, keyId, ...delivery } = row
  if (!isClaimed) return { kind: 'busy', forMs: busyMs }
  if (secretId === null) return { kind: 'claimed', delivery: { ...delivery, secret: null } }
  const { endpointId } = delivery
  const secret = cipher.decrypt({ id: secretId, endpointId, secret: storedSecret, keyId })
  // Never send unsigned. When the lease ends, the job runs again, perhaps in a process that has the key.
  if (secret === null) throw new SecretsKeyError('No key decrypts the secret of an endpoint.')
  return { kind: 'claimed', delivery: { ...delivery, secret } }
}
