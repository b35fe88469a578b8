import { type BackendProfile, type Db, PgBoss, type QueueOptions, systemClock } from 'pg-boss'
import { causesOf } from './errors.ts'

/** Engines behind a Postgres URL that the job queue knows. Only `postgres` is tested here. */
export const queueBackends = ['postgres', 'citus', 'yugabytedb', 'cockroachdb'] as const

export type QueueBackend = (typeof queueBackends)[number]

/** A queue: its name, and how long a job may run before it is taken from a silent worker. */
export type QueueSettings = { name: string } & QueueOptions

export type JobsOptions = {
  backend: BackendProfile
  queues: readonly QueueSettings[]
  superviseSeconds: number
  onError: (error: unknown) => void
}

/** The clock of the queue's timers; one that can be set back would delay them by as much. */
const clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** Creates the tables of the job queue, and its queues with their newest settings. */
export async function prepareJobs(db: Db, options: JobsOptions): Promise<void> {
  // Supervision would use the connection at the same time, in the background.
  const jobs = createJobs(db, options, { supervise: false })
  try {
    await jobs.start()
    for (const { name, ...queue } of options.queues) {
      await jobs.createQueue(name, queue)
      await jobs.updateQueue(name, queue)
    }
  } finally {
    await stopJobs(jobs)
  }
}

/** The job queue on the store's own connections, once it is prepared. */
export async function startJobs(db: Db, options: JobsOptions): Promise<PgBoss> {
  const jobs = createJobs(db, options)
  try {
    await jobs.start()
    // It reads its queues once, at the start, and reports no error if that fails.
    for (const { name } of options.queues) await jobs.findJobs(name, { id: nobody })
  } catch (error) {
    await stopJobs(jobs)
    throw error
  }
  return jobs
}

/** Stops at once. Active jobs stay active until they expire. */
export function stopJobs(jobs: PgBoss): Promise<void> {
  return jobs.stop({ graceful: false, close: false })
}

function createJobs(db: Db, options: JobsOptions, { supervise = true } = {}): PgBoss {
  const { backend, superviseSeconds, onError } = options
  const jobs = new PgBoss({
    db,
    backend,
    clock,
    schedule: false,
    supervise,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 60,
  })
  jobs.on('error', (error) => onError(toError(error)))
  return jobs
}

/** The job queue reports some errors as a copy of their fields. */
function toError(error: unknown): Error {
  if (error instanceof Error) return error
  const [fields] = causesOf(error)
  return new Error('The job queue failed in the background.', { cause: fields ?? error })
}

const nobody = '00000000-0000-0000-0000-000000000000'
