import { AsyncLocalStorage } from 'node:async_hooks'
import { deliverQueue, type ServerDatabase } from '../../src/store/open-store.ts'

/** Senders with a fault that the tests of this folder must find. */
export type Mutant =
  /** The job is queued after the change commits, not with it. */
  | 'job outside the transaction'
  /** The job completes when the delivery is claimed, not when it is settled. */
  | 'job done before the send'
  /** The newest secret signs at once. */
  | 'no overlap of secrets'
  /** No delivery expires before its attempt. */
  | 'sends what has expired'
  /** No delivery waits for an event that is ahead of the clock. */
  | 'sends what is ahead'
  /** A delivery ends other flights to its endpoint. */
  | 'does not look for another flight'

type Insert = ServerDatabase['jobs']['insert']

/** The store with the fault of a mutant. */
export function addMutant(database: ServerDatabase, mutant: Mutant | undefined): ServerDatabase {
  if (mutant === 'job outside the transaction') return putJobsOutside(database)
  if (mutant === 'job done before the send') return finishJobsFirst(database)
  if (!mutant) return database
  const [part, replacement] = otherQueries[mutant]
  return {
    ...database,
    query: (text, values) => database.query(text.replace(part, replacement), values),
  }
}

const otherQueries = {
  'no overlap of secrets': ['and signs_from <= now()', ''],
  'sends what has expired': ['extract(epoch from wanted.expires_at)', `'infinity'`],
  'sends what is ahead': ['extract(epoch from wanted.opens_at)', '0'],
  'does not look for another flight': ['flights.until <= now()', 'true'],
} as const

/** The store with some functions of its queue replaced. */
export function changeJobs(
  database: ServerDatabase,
  changed: Partial<ServerDatabase['jobs']>,
): ServerDatabase {
  const jobs = new Proxy(database.jobs, {
    get(target, name) {
      const value = Reflect.get(changed, name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...database, jobs }
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
    ...changeJobs(database, { insert }),
    async transaction(work) {
      const later: (() => Promise<unknown>)[] = []
      const result = await scopes.run(later, () => database.transaction(work))
      for (const one of later) await one()
      return result
    },
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
