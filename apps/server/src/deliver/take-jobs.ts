import type { Database } from '@partner-platform/database'
import { deliverQueue } from '../store/open-store.ts'
import type { TakenJob } from './end-jobs.ts'
import type { DeliverJob } from './schedule-jobs.ts'

/**
 * Takes at most so many jobs that are due, the oldest first, and of each endpoint at most as many as it
 * has slots. The queue looks at no more jobs than it is asked for: where those of one endpoint fill what
 * it looks at, it gives only as many as that one has slots, and is asked again for what hides behind.
 */
export async function takeJobs(
  { jobs }: Pick<Database, 'jobs'>,
  { count, slotsPerEndpoint }: { count: number; slotsPerEndpoint: number },
): Promise<TakenJob[]> {
  const taken: TakenJob[] = []
  while (taken.length < count) {
    const options = { batchSize: count - taken.length, groupConcurrency: slotsPerEndpoint }
    const more = await jobs.fetch<DeliverJob>(deliverQueue, options).catch((error: unknown) => {
      // What was taken is taken.
      if (taken.length === 0) throw error
      return []
    })
    if (more.length === 0) break
    taken.push(...more)
  }
  return taken
}
