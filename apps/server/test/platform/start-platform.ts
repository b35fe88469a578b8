import { randomUUID } from 'node:crypto'
import type { StoreKind } from '@partner-platform/database/testing'
import { followEndpoint } from '../../src/deliver/move-endpoint.ts'
import { replayBatch } from '../../src/deliver/replay-batch.ts'
import type { DeliverJob } from '../../src/deliver/schedule-jobs.ts'
import { changeStatuses } from '../../src/platform/change-status.ts'
import { createEndpoint } from '../../src/platform/endpoints.ts'
import { createPartner } from '../../src/platform/partners.ts'
import { createSubmission } from '../../src/platform/submissions.ts'
import type { PlatformContext } from '../../src/platform-context.ts'
import { systemRandom } from '../../src/random.ts'
import { deliverQueue, type ServerDatabase } from '../../src/store/open-store.ts'
import { createTestClock } from '../../src/testing/open-platform.ts'
import { openFileStore } from '../open-test-store.ts'

export type TestPlatform = Awaited<ReturnType<typeof startPlatform>>

/** Smaller than the default, so that a few deliveries fill more than one batch. */
const batchSize = 25

/** The platform without a worker, on an empty store. */
export async function startPlatform(store: StoreKind | ServerDatabase) {
  const database = typeof store === 'string' ? await openFileStore(store) : store
  const clock = createTestClock()
  const write = <T>(work: (context: PlatformContext) => Promise<T>): Promise<T> =>
    database.transaction((tx) => work({ tx, database, clock, random: systemRandom, batchSize }))
  return {
    database,
    clock,
    write,
    orm: database.orm,
    ...createHelpers(write),
    ...createOracle(database),
    /** Runs the jobs that move further batches, as a worker does. Returns how many. */
    async finishBatches(): Promise<number> {
      const text = `delete from pgboss.job
        where name = $1 and state = 'created' and data ->> 'kind' in ('follow', 'replay') returning data`
      for (let batches = 0; ; ) {
        const jobs = await database.query<{ data: DeliverJob }>(text, [deliverQueue])
        if (jobs.length === 0) return batches
        for (const { data } of jobs) {
          batches += 1
          await write(async (context) => {
            if (data.kind === 'follow') await followEndpoint(data.endpointId, context)
            if (data.kind === 'replay') await replayBatch(data, context)
          })
        }
      }
    },
  }
}

export const aSubmission: Omit<Parameters<typeof createSubmission>[0], 'partner'> = {
  environment: 'development',
  status: 'RECEIVED',
  contactStatus: 'NOT_CONTACTED',
  visa: { uuid: randomUUID(), name: 'Tourist visa', destinationCountry: 'United Arab Emirates' },
  applicant: { firstName: 'Asha', lastName: 'Verma', email: 'asha.verma@example.com' },
}

/** Changes one status. Waits for what is locked, so that nothing is left out. */
export async function changeStatus(
  change: Parameters<typeof changeStatuses>[0][number],
  context: PlatformContext,
) {
  const [changed] = await changeStatuses([change], { ...context, waits: true })
  if (!changed) throw new Error('A change has no result.')
  return changed
}

type Write = <T>(work: (context: PlatformContext) => Promise<T>) => Promise<T>

/** Creates partners and their objects, each in its own transaction. */
export function createHelpers(write: Write) {
  const makePartner = async (companyName = 'Skyline Travel') =>
    (await write((context) => createPartner({ companyName }, context))).partner.id
  const makeSubmission = async (partner: string, about: Partial<typeof aSubmission> = {}) => {
    const given = { partner, ...aSubmission, ...about }
    const made = await write((context) => createSubmission(given, context))
    if (!made.ok) throw new Error('The submission was not made.')
    return made.submission.id
  }
  const makeEndpoint = async (partner: string, url = 'https://hooks.example/visas') => {
    const given = { partner, environment: 'development', url } as const
    const made = await write((context) => createEndpoint(given, context))
    if (!made.ok) throw new Error('The endpoint was not made.')
    return made
  }
  return {
    makePartner,
    makeSubmission,
    makeEndpoint,
    /** A partner with an endpoint and a submission. */
    async makeParty() {
      const partner = await makePartner()
      const { endpoint } = await makeEndpoint(partner)
      return { partner, endpointId: endpoint.id, submissionId: await makeSubmission(partner) }
    },
    /** Changes the status, which must succeed. Returns the delivery. */
    async emit(submissionId: string, status = 'RETURNED') {
      const changed = await write((context) => changeStatus({ submissionId, status }, context))
      if (!changed.ok || !changed.deliveryId) throw new Error('No delivery was created.')
      return changed.deliveryId
    },
  }
}

/** Reads the store without the code under test. */
function createOracle({ query }: ServerDatabase) {
  return {
    /** The delivery ids of all jobs for a next attempt. */
    async jobs(endpointId: string): Promise<string[]> {
      const text = `select job.data ->> 'deliveryId' as id from pgboss.job
        join deliveries on deliveries.id::text = job.data ->> 'deliveryId'
          and deliveries.attempts = (job.data ->> 'attempts')::integer
        where job.name = $1 and job.state = 'created' and deliveries.endpoint_id = $2`
      return (await query<{ id: string }>(text, [deliverQueue, endpointId])).map(({ id }) => id)
    },
    async states(endpointId: string): Promise<Record<string, number>> {
      const text =
        'select state, count(*)::integer as count from deliveries where endpoint_id = $1 group by state'
      const rows = await query<{ state: string; count: number }>(text, [endpointId])
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
    },
    copy: (deliveryId: string, count: number) => copyDelivery({ query }, deliveryId, count),
    /** Ends deliveries as a worker would after this many attempts. */
    async end(endpointId: string, state: 'delivered' | 'dead-letter', attempts = 1) {
      const text = `update deliveries set state = $2, attempts = $3, due_at = null, ended_at = now(),
          dead_letter_reason = case $2::text when 'dead-letter' then 'failed' end
        where endpoint_id = $1`
      await query(text, [endpointId, state, attempts])
    },
  }
}

/** Copies a delivery, as if the status had changed more often; makes no jobs. */
export async function copyDelivery(
  { query }: Pick<ServerDatabase, 'query'>,
  deliveryId: string,
  count: number,
): Promise<void> {
  await query(
    `insert into deliveries select gen_random_uuid(), event_id, endpoint_id, submission_id,
       partner_id, environment, state, step, attempts, due_at, ended_at, last_outcome, last_status,
       created_at, expires_at, dead_letter_reason, opens_at
     from deliveries, generate_series(1, $2::integer) where id = $1`,
    [deliveryId, count],
  )
}
