import type { StoreLocation } from '@partner-platform/database'
import { createSecretsKey, openStore } from '../src/index.ts'
import { deliverQueue } from '../src/store/open-store.ts'

type Measured = { lanes: number; batchSize: number; forMs: number }

/**
 * Bare pg-boss on a store of its own: how many jobs a second are sent, fetched and completed, and nothing
 * else. What a queue alone allows, with no event, no attempt and no record of either.
 */
export async function openQueue(location: StoreLocation) {
  const database = await openStore({ location, secretsKeys: [createSecretsKey()] })
  const { jobs } = database
  const insert = (size: number) =>
    jobs.insert(
      deliverQueue,
      Array.from({ length: size }, () => ({ data: { kind: 'bench' } })),
    )
  const endJobs = async (size: number) => {
    await insert(size)
    const taken = await jobs.fetch(deliverQueue, { batchSize: size })
    const ids = taken.map(({ id }) => id)
    // Another lane may have taken the jobs of this one.
    if (ids.length > 0) await jobs.complete(deliverQueue, ids)
    return ids.length
  }
  return {
    /** Jobs per second of so many lanes, each with as many jobs in each call. */
    async measure({ lanes, batchSize, forMs }: Measured) {
      const startMs = performance.now()
      let ended = 0
      const runLane = async () => {
        while (performance.now() - startMs < forMs) {
          // In two steps: `ended += await …` would lose what other lanes add during the wait.
          const size = await endJobs(batchSize)
          ended += size
        }
      }
      await Promise.all(Array.from({ length: lanes }, runLane))
      return { 'per second': ended / ((performance.now() - startMs) / 1000) }
    },
    close: () => database.close(),
  }
}
