import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@partner-platform/database'
import type { Outcome } from '../../src/store/schema.ts'

/** Receivers with a fault that the tests of this folder are there to find. */
export type Mutant =
  /** A delivery is answered while what keeps it is not committed yet. */
  | 'answers before it keeps'
  /** Of the secrets in its file it takes the newest only. */
  | 'forgets the old secret'

const lateMs = 50

/** The store as that mutant uses it. */
export function addMutant(database: Database, mutant: Mutant | undefined): Database {
  return mutant === 'answers before it keeps' ? answerFirst(database) : database
}

/** Only what keeps deliveries is late: what handlers take and end is as it was. */
function answerFirst(database: Database): Database {
  return {
    ...database,
    transaction: (work, config) =>
      new Promise((resolve, reject) => {
        const keepLate: typeof work = async (tx) => {
          const result = await work(tx)
          if (isOfArrivals(result)) {
            resolve(result)
            await delay(lateMs)
          }
          return result
        }
        database.transaction(keepLate, config).then(resolve, reject)
      }),
  }
}

const outcomes: readonly unknown[] = ['accepted', 'duplicate', 'quarantined'] satisfies Outcome[]

const isOfArrivals = (result: unknown) =>
  Array.isArray(result) && result.length > 0 && outcomes.includes(result[0])
