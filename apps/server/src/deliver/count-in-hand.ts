import type { TakenJob } from './end-jobs.ts'

/** How many jobs of each group a worker has in hand. */
export type CountInHand = {
  add(jobs: readonly TakenJob[]): void
  remove(job: TakenJob): void
  /** Whether there is a group of which it has at least so many. */
  hasGroupOf(least: number): boolean
}

export function createCountInHand(): CountInHand {
  const counts = new Map<string, number>()
  const change = ({ groupId }: TakenJob, by: number) => {
    if (typeof groupId !== 'string') return
    const count = (counts.get(groupId) ?? 0) + by
    if (count > 0) counts.set(groupId, count)
    else counts.delete(groupId)
  }
  return {
    add(jobs) {
      for (const job of jobs) change(job, 1)
    },
    remove: (job) => change(job, -1),
    hasGroupOf: (least) => [...counts.values()].some((count) => count >= least),
  }
}
