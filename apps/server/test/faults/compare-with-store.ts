import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@partner-platform/database'
import { checkTogether } from '../deliver/delivery-rules.ts'
import type { StoreModel } from './store-model.ts'

type Row = { id: string; endpointId: string; state: string; hasJob: boolean }

/** Columns are named as in the state machine. */
const deliveriesText = `
  select deliveries.id, endpoint_id as "endpointId", state, step, attempts,
    (extract(epoch from due_at) * 1000)::float8 as "dueAtMs",
    (extract(epoch from opens_at) * 1000)::float8 as "opensAtMs",
    (extract(epoch from expires_at) * 1000)::float8 as "expiresAtMs",
    (extract(epoch from ended_at) * 1000)::float8 as "endedAtMs",
    dead_letter_reason as "deadLetterReason",
    (select count(*)::integer from attempts where delivery_id = deliveries.id) as counted,
    exists (
      select from pgboss.job where name = 'deliver' and job.state < 'completed'
        and data ->> 'deliveryId' = deliveries.id::text
        and (data ->> 'attempts')::integer = deliveries.attempts
    ) as "hasJob"
  from deliveries`

const endpointsText = `
  select id, state, disabled_reason as "disabledReason", failures,
    (extract(epoch from failing_since) * 1000)::float8 as "failingSinceMs",
    (extract(epoch from probe_at) * 1000)::float8 as "probeAtMs",
    exists (
      select from pgboss.job where name = 'deliver' and job.state < 'completed'
        and data ->> 'endpointId' = endpoints.id::text
        and (data ->> 'probeAtMs')::numeric = extract(epoch from probe_at) * 1000
    ) as "hasProbe"
  from endpoints`

/** The first difference between the store and the models, or `null`. */
export async function compareWithStore(
  models: readonly StoreModel[],
  { query }: Pick<Database, 'query'>,
): Promise<string | null> {
  const rows = (await query<Row>(deliveriesText)).map(({ hasJob, ...row }) => ({
    ...row,
    // A leftover job of a delivery that is not pending is obsolete.
    hasJob: row.state === 'pending' && hasJob,
  }))
  const found = new Map([...rows, ...(await query<{ id: string }>(endpointsText))].map(byId))
  for (const model of models) {
    checkTogether(model)
    const told = tell(model)
    const wrong = told.find((one) => !isDeepStrictEqual(found.get(one.id), one))
    if (wrong) return `expected ${toText(wrong)}, found ${toText(found.get(wrong.id))}`
  }
  const count = models.reduce((sum, { deliveries }) => sum + deliveries.length, models.length)
  return found.size === count ? null : `expected ${count} rows, found ${found.size}`
}

const byId = <One extends { id: string }>(one: One): [string, { id: string }] => [one.id, one]
const toText = (row: unknown) => JSON.stringify(row)

/** The rows that the store should have. */
const tell = ({ endpointId, health, deliveries }: StoreModel) => [
  { id: endpointId, ...health, hasProbe: health.probeAtMs !== null },
  ...deliveries.map(({ id, progress, numbers, isJobLost }) => {
    const hasJob = progress.state === 'pending' && !isJobLost
    return { id, endpointId, ...progress, counted: numbers.length, hasJob }
  }),
]
