import type { Database, Jobs } from '@partner-platform/database'
import type { EventHandler } from '../../src/index.ts'
import { handleQueue, suspectQueue } from '../../src/store/open-store.ts'

/** A process on a store, as far as its handlers are concerned: it can die with all that it has in hand. */
export type SimulatedProcess = {
  database: Database
  /** From here on nothing that it does reaches the store. */
  die(): void
  /** Resolves when it dies. */
  died: Promise<void>
}

export function simulateProcess(database: Database): SimulatedProcess {
  const { promise: died, resolve } = Promise.withResolvers<void>()
  let isDead = false
  const assertAlive = () => {
    if (isDead) throw new Error('The process is dead.')
  }
  return {
    died,
    die() {
      isDead = true
      resolve()
    },
    database: {
      ...database,
      async transaction(work, config) {
        assertAlive()
        return database.transaction(async (tx) => {
          const result = await work(tx)
          // It died before the commit.
          assertAlive()
          return result
        }, config)
      },
    },
  }
}

/** Has every lease end, as when a process that died had them. */
export async function endLeases(database: Database): Promise<void> {
  for (const queue of [handleQueue, suspectQueue]) await database.releaseJobs(queue)
}

/** Ends like a handler of a process that died: never. */
export const never = () => new Promise<never>(() => {})

/** A mutant: takes as many suspects at once as it has slots. */
export function takeSuspectsTogether(database: Database): Database {
  const fetch = ((name, options) =>
    database.jobs.fetch(name, { ...options, batchSize: 8 })) as Jobs['fetch']
  const jobs = new Proxy(database.jobs, {
    get(target, name) {
      const value = name === 'fetch' ? fetch : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...database, jobs }
}

export type Handle = (process: SimulatedProcess) => EventHandler
