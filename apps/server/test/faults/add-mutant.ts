import { AsyncLocalStorage } from 'node:async_hooks'
import { deliverQueue, type ServerDatabase } from '../../src/store/open-store.ts'

/** Senders with a fault that the tests of this folder are there to find. */
export type Mutant =
  /** The job is put in the queue once the change is committed, not with it. */
  | 'job outside the transaction'
  /** The job is done as soon as the delivery is taken, not when it is settled. */
  | 'job done before the send'
  /** The newest secret signs from the moment it is made. */
  | 'no overlap of secrets'
  /** No delivery expires before its attempt. */
  | 'sends what has expired'
  /** No delivery waits until its event is no longer ahead of the clock. */
  | 'sends what is ahead'

type Insert = ServerDatabase['jobs']['insert']

/** The store as that mutant uses it. */
export function addMutant(database: ServerDatabase, mutant: Mutant | undefined): ServerDatabase {
  if (mutant === 'job outside the transaction') return putJobsOutside(database)
  if (mutant === 'job done before the send') return finishJobsFirst(database)
  if (mutant === 'no overlap of secrets') return changeQueries(database, overlap, '')
  if (mutant === 'sends what has expired') return changeQueries(database, expiry, `'infinity'`)
  if (mutant === 'sends what is ahead') return changeQueries(database, opening, '0')
  return database
}

const overlap = 'and signs_from <= now()'
const opening = 'extract(epoch from wanted.opens_at)'
const expiry = 'extract(epoch from wanted.expires_at)'

function changeQueries(
  database: ServerDatabase,
  part: string,
  replacement: string,
): ServerDatabase {
  return {
    ...database,
    query: (text, values) => database.query(text.replace(part, replacement), values),
  }
}

function putJobsOutside(database: ServerDatabase): ServerDatabase {
  const scopes = new AsyncLocalStorage<(() => Promise<unknown>)[]>()
  const insert: Insert = async (queue, jobs, options) => {
    const later = scopes.getStore()
    if (!later) return database.jobs.insert(queue, jobs, options)
    later.push(() => database.jobs.insert(queue, jobs))
    return null
  }
  return {
    ...database,
    async transaction(work) {
      const later: (() => Promise<unknown>)[] = []
      const result = await scopes.run(later, () => database.transaction(work))
      for (const one of later) await one()
      return result
    },
    jobs: new Proxy(database.jobs, {
      get(target, name) {
        const value = name === 'insert' ? insert : Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  }
}

function finishJobsFirst(database: ServerDatabase): ServerDatabase {
  const finish = `update pgboss.job set state = 'completed', completed_on = now()
    where name = $1 and state = 'active'`
  return {
    ...database,
    query: async <Row>(text: string, values?: readonly unknown[]) => {
      if (text.includes('insert into flights')) await database.query(finish, [deliverQueue])
      return database.query<Row>(text, values)
    },
  }
}
