import type { Database, Taken } from '@partner-platform/database'
import { handleQueue, suspectQueue } from '../store/open-store.ts'
import { type ClaimedJob, claimEvents } from './claim-events.ts'

type TakerOptions = {
  /** Events that this process works on at once. */
  slots: number
  /** How often to look for suspects while there are none. */
  pollMs: number
}

export type Taker = {
  /** Claims at most `free` events. */
  take(free: number): Promise<Taken<ClaimedJob>>
  /** Call when the work on an event ended. */
  ended(claimed: ClaimedJob): void
}

/**
 * Claims events for a process. Fills all free slots with events that are not suspects, and claims a suspect
 * only while nothing else is under way. If a suspect is due, claims nothing until all slots are empty, so
 * that a busy process handles suspects too.
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
      // Other events of these submissions may have hidden events that can be claimed now.
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
