import type { Database } from '@partner-platform/database'
import { until } from '@partner-platform/settings/testing'

export type DeliveryRow = {
  state: string
  step: number
  attempts: number
  outcome: string | null
  status: number | null
  jobs: number
}

export type EndpointRow = {
  state: string
  reason: string | null
  failures: number
  isProbed: boolean
}

/** What the store says, read without the code that is tested. */
export function createOracle({ query }: Pick<Database, 'query'>) {
  const delivery = async (id: string): Promise<DeliveryRow> => {
    const text = `select state, step, attempts, last_outcome as outcome, last_status as status, (
        select count(*)::integer from pgboss.job
        where name = 'deliver' and job.state < 'completed' and data ->> 'deliveryId' = $1::text
          and (data ->> 'attempts')::integer = deliveries.attempts
      ) as jobs
      from deliveries where id = $1::text::uuid`
    const [row] = await query<DeliveryRow>(text, [id])
    if (!row) throw new Error('The delivery is not there.')
    return row
  }
  const endpoint = async (id: string): Promise<EndpointRow> => {
    const text = `select state, disabled_reason as reason, failures,
      probe_at is not null as "isProbed" from endpoints where id = $1`
    const [row] = await query<EndpointRow>(text, [id])
    if (!row) throw new Error('The endpoint is not there.')
    return row
  }
  return {
    delivery,
    endpoint,
    /** Attempts of a delivery in their order, as `kind outcome status`. */
    async attempts(id: string): Promise<string[]> {
      const text = `select kind || ' ' || outcome || coalesce(' ' || status, '') as told
        from attempts where delivery_id = $1 order by number`
      return (await query<{ told: string }>(text, [id])).map(({ told }) => told)
    },
    untilDelivery: (id: string, wanted: Partial<DeliveryRow>) =>
      until(async () => fits(await delivery(id), wanted), {
        what: `delivery ${JSON.stringify(wanted)}`,
      }),
    untilEndpoint: (id: string, wanted: Partial<EndpointRow>) =>
      until(async () => fits(await endpoint(id), wanted), {
        what: `endpoint ${JSON.stringify(wanted)}`,
      }),
  }
}

function fits<T extends object>(row: T, wanted: Partial<T>): T | null {
  const names = Object.keys(wanted) as (keyof T)[]
  return names.every((name) => row[name] === wanted[name]) ? row : null
}
