import type { Database, Taken } from '@partner-platform/database'
import { handleQueue, suspectQueue } from '../store/open-store.ts'
import { type ClaimedJob, claimEvents } from './claim-events.ts'

type TakerOptions = {
  /** Events that this process works on at once. */
  slots: number
  /** How often suspects are looked for while there are none. */
  pollMs: number
}

export type Taker = {
  /** Claims at most so many events. */
  take(free: number): Promise<Taken<ClaimedJob>>
  /** The work on an event ended. */
  ended(claimed: ClaimedJob): void
}

/**
 * Claims events for a process: of those that nothing is suspected of as many as there are free slots, and
 * a suspect only while nothing else is under way. If a suspect is due, it takes nothing more until the
 * slots are empty, so that a busy process comes to its suspects too.
 */
export function createTaker(database: Database, { slots, pollMs }: TakerOptions): Taker {
  let isAlone = false
  let lookAtMs = 0
  const waits: Taken<ClaimedJob> = { jobs: [], isLimited: true }
  return {
    async take(free) {
      if (isAlone) return waits
      if (performance.now() >= lookAtMs) {
        if (free < slots && (await isSuspectDue(database))) return waits
        const jobs =
          free < slots ? [] : await claimEvents(database, { queue: suspectQueue, most: 1 })
        isAlone = jobs.length > 0
        if (isAlone) return { jobs, isLimited: true }
        lookAtMs = performance.now() + pollMs
      }
      const jobs = await claimEvents(database, { queue: handleQueue, most: free })
      // Other events of their submissions may have stood before those that can be taken now.
      return { jobs, isLimited: jobs.length > 0 }
    },
    ended({ job }) {
      if (job.name === suspectQueue) isAlone = false
    },
  }
}

async function isSuspectDue({ query }: Pick<Database, 'query'>): Promise<boolean> {
  const text = `select 1 from pgboss.job
    where name = $1 and state < 'active' and start_after < now() limit 1`
  return (await query(text, [suspectQueue])).length > 0
}
