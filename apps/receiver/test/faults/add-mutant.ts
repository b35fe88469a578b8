import { setTimeout as delay } from 'node:timers/promises'
import { type Database, isUnavailable, type Jobs } from '@partner-platform/database'
import type { Outcome } from '../../src/store/schema.ts'

/** Receivers with a fault that the tests of this folder must find. */
export type Mutant =
  | 'answers before it stores'
  | 'takes a refusal of its store for a success'
  | 'does not come back to its store'
  | 'waits for its store forever'
  | 'judges leases by its own clock'
  | 'drops everything on SIGTERM'
  | 'waits for handlers that hang'

/** The store as that mutant uses it. */
export function addMutant(database: Database, mutant: Mutant | undefined): Database {
  if (mutant === 'answers before it stores') return answerFirst(database)
  if (mutant === 'takes a refusal of its store for a success') return swallowRefusals(database)
  if (mutant === 'does not come back to its store') return stayAway(database)
  if (mutant === 'waits for its store forever') return waitForever(database)
  if (mutant === 'judges leases by its own clock') return judgeByOwnClock(database)
  return database
}

/** Longer than any kill follows its cause. */
const lateMs = 500
const outcomes: readonly unknown[] = ['accepted', 'duplicate', 'quarantined'] satisfies Outcome[]
const isOfArrivals = (result: unknown) => Array.isArray(result) && outcomes.includes(result[0])

/** Commits deliveries late; handlers work as usual. */
const answerFirst = (database: Database): Database => ({
  ...database,
  transaction: (work, config) =>
    new Promise((resolve, reject) => {
      const storeLate: typeof work = async (tx) => {
        const result = await work(tx)
        if (isOfArrivals(result)) {
          resolve(result)
          await delay(lateMs)
        }
        return result
      }
      database.transaction(storeLate, config).then(resolve, reject)
    }),
})

const swallowRefusals = (database: Database): Database => ({
  ...database,
  transaction: (work, config) => database.transaction(work, config).catch(() => [] as never),
})

function stayAway(database: Database): Database {
  let away: { error: unknown } | undefined
  return {
    ...database,
    async transaction(work, config) {
      if (away) throw away.error
      return database.transaction(work, config).catch((error: unknown) => {
        if (isUnavailable(error)) away = { error }
        throw error
      })
    },
  }
}

const waitForever = (database: Database): Database => ({
  ...database,
  transaction: (work, config) =>
    database.transaction(work, config).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      return new Promise<never>(() => {})
    }),
})

/** Before it fetches jobs, releases jobs of other processes whose lease is over by its own clock. */
function judgeByOwnClock(database: Database): Database {
  const own = new Set<string>()
  const find = `select id from pgboss.job where name = $1 and state = 'active'
    and started_on + expire_seconds * interval '1 second' < $2::timestamptz`
  const seize = `update pgboss.job set state = 'retry'
    where id in (select json_array_elements_text($1::json)::uuid)`
  const fetch = async (...[name, options]: Parameters<Jobs['fetch']>) => {
    const over = await options?.db?.executeSql(find, [name, new Date().toISOString()])
    const ids = (over?.rows ?? []).map(({ id }) => id).filter((id) => !own.has(id))
    await options?.db?.executeSql(seize, [JSON.stringify(ids)])
    const jobs = await database.jobs.fetch(name, options)
    for (const { id } of jobs) own.add(id)
    return jobs
  }
  return { ...database, jobs: withMethod(database.jobs, { fetch: fetch as Jobs['fetch'] }) }
}

/** The queue with one method replaced. */
export const withMethod = (jobs: Jobs, method: Partial<Jobs>): Jobs =>
  new Proxy(jobs, {
    get(target, name) {
      const value = Reflect.get({ ...method }, name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
