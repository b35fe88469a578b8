import type { Database } from '@partner-platform/database'
import type { StoreModel } from './store-model.ts'

type DeliveryRow = {
  id: string
  endpointId: string
  state: string
  step: number
  attempts: number
  dueAtMs: number | null
  expiresAtMs: number
  endedAtMs: number | null
  deadLetterReason: string | null
  counted: number
  hasJob: boolean
}

type EndpointRow = {
  id: string
  state: string
  disabledReason: string | null
  failingSinceMs: number | null
  failures: number
  probeAtMs: number | null
  hasProbe: boolean
}

const deliveriesText = `
  select deliveries.id, endpoint_id as "endpointId", state, step, attempts,
    (extract(epoch from due_at) * 1000)::float8 as "dueAtMs",
    (extract(epoch from expires_at) * 1000)::float8 as "expiresAtMs",
    dead_letter_reason as "deadLetterReason",
    (extract(epoch from ended_at) * 1000)::float8 as "endedAtMs",
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

/** The first difference between the store and what the models say, or `null`. */
export async function compareWithStore(
  models: readonly StoreModel[],
  { query }: Pick<Database, 'query'>,
): Promise<string | null> {
  const rows = await query<DeliveryRow>(deliveriesText)
  const endpoints = new Map((await query<EndpointRow>(endpointsText)).map((row) => [row.id, row]))
  const byEndpoint = Map.groupBy(rows, ({ endpointId }) => endpointId)
  for (const model of models) {
    model.check()
    const told = JSON.stringify(toTold(model))
    const found = JSON.stringify(toFound(endpoints.get(model.endpointId), byEndpoint, model))
    if (told !== found) return `expected ${told}, found ${found}`
  }
  return null
}

/** What the store must say. */
function toTold({ health, deliveries }: StoreModel) {
  const { state, disabledReason, failingSinceMs, failures, probeAtMs } = health
  return {
    endpoint: { state, disabledReason, failingSinceMs, failures, probeAtMs },
    hasProbe: probeAtMs !== null,
    deliveries: deliveries
      .map(({ id, progress, counted, isJobLost }) => ({
        ...{ id, state: progress.state, step: progress.step, attempts: progress.attempts },
        ...{ dueAtMs: progress.dueAtMs, endedAtMs: progress.endedAtMs, counted },
        ...{ expiresAtMs: progress.expiresAtMs, deadLetterReason: progress.deadLetterReason },
        hasJob: progress.state === 'pending' && !isJobLost,
      }))
      .sort(byId),
  }
}

function toFound(
  row: EndpointRow | undefined,
  byEndpoint: ReadonlyMap<string, DeliveryRow[]>,
  { endpointId }: StoreModel,
) {
  if (!row) return null
  const { state, disabledReason, failingSinceMs, failures, probeAtMs, hasProbe } = row
  return {
    endpoint: { state, disabledReason, failingSinceMs, failures, probeAtMs },
    hasProbe,
    deliveries: (byEndpoint.get(endpointId) ?? [])
      .map(({ id, counted, hasJob, ...progress }) => ({
        ...{ id, state: progress.state, step: progress.step, attempts: progress.attempts },
        ...{ dueAtMs: progress.dueAtMs, endedAtMs: progress.endedAtMs, counted },
        ...{ expiresAtMs: progress.expiresAtMs, deadLetterReason: progress.deadLetterReason },
        // A job that was left behind where nothing waits for it is void.
        hasJob: progress.state === 'pending' && hasJob,
      }))
      .sort(byId),
  }
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
