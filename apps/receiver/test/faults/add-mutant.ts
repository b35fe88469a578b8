import { setTimeout as delay } from 'node:timers/promises'
import { type Database, isUnavailable, type Jobs } from '@partner-platform/database'
import type { Outcome } from '../../src/store/schema.ts'

/** Receivers with a fault that the tests of this folder are there to find. */
export type Mutant =
  /** A delivery is answered while what keeps it is not committed yet. */
  | 'answers before it keeps'
  /** What the store refuses passes for kept. */
  | 'takes a refusal for a success'
  /** A store that was away once is away for good. */
  | 'does not come back to its store'
  /** What another receiver works on counts as waiting. */
  | 'takes what another one has'
  /** A lease of another receiver is over when this one's clock says so. */
  | 'judges leases by its own clock'
  /** When the next try is due is counted on this process's clock. */
  | 'times retries by its own clock'
  /** Of the secrets in its file it takes the newest only. */
  | 'forgets the old secret'
  /** SIGTERM ends the process at once. */
  | 'drops all when it is told to stop'
  /** Handlers under way are waited for, however long they take. */
  | 'waits for handlers that hang'
  /** Its ends of connections stay open, whatever the others do. */
  | 'keeps the connections of those who gave up'
  /** Slow requests have all the time they want. */
  | 'has no time limit for requests'
  /** Who comes when sixty are there is turned away. */
  | 'has room for sixty callers'
  /** Who comes when every connection is taken is turned away, whatever the others do. */
  | 'refuses late callers'
  /** An event is tried until its handler does not throw. */
  | 'tries for ever'
  /** An event whose handler throws is set aside at once. */
  | 'gives up after the first try'

/** Longer than any kill comes after what it follows. */
const lateMs = 500

/** The store as that mutant uses it. */
export function addMutant(database: Database, mutant: Mutant | undefined): Database {
  if (mutant === 'answers before it keeps') return answerFirst(database)
  if (mutant === 'takes a refusal for a success') return swallowRefusals(database)
  if (mutant === 'does not come back to its store') return stayAway(database)
  if (mutant === 'takes what another one has') return seizeJobs(database, () => farFuture)
  if (mutant === 'judges leases by its own clock') return seizeJobs(database, () => new Date())
  if (mutant === 'times retries by its own clock') return timeByOwnClock(database)
  return database
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

function swallowRefusals(database: Database): Database {
  return {
    ...database,
    transaction: (work, config) => database.transaction(work, config).catch(() => [] as never),
  }
}

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

const farFuture = new Date('9999-12-31T00:00:00Z')

/** Before it looks for jobs it puts back those of others whose lease ends before a moment. */
function seizeJobs(database: Database, moment: () => Date): Database {
  const own = new Set<string>()
  const find = `select id from pgboss.job where name = $1 and state = 'active'
    and started_on + expire_seconds * interval '1 second' < $2::timestamptz`
  const seize = `update pgboss.job set state = 'retry'
    where id in (select json_array_elements_text($1::json)::uuid)`
  const fetch = async (...[name, options]: Parameters<Jobs['fetch']>) => {
    const over = await options?.db?.executeSql(find, [name, moment().toISOString()])
    const ids = (over?.rows ?? []).map(({ id }) => id).filter((id) => !own.has(id))
    await options?.db?.executeSql(seize, [JSON.stringify(ids)])
    const jobs = await database.jobs.fetch(name, options)
    for (const { id } of jobs) own.add(id)
    return jobs
  }
  return { ...database, jobs: withMethod(database.jobs, { fetch: fetch as Jobs['fetch'] }) }
}

function timeByOwnClock(database: Database): Database {
  const insert: Jobs['insert'] = (name, jobs, options) => {
    const timed = jobs.map((job) => ({ ...job, startAfter: toOwnTime(String(job.startAfter)) }))
    return database.jobs.insert(name, timed, options)
  }
  return { ...database, jobs: withMethod(database.jobs, { insert }) }
}

/** What is due at once stays so. */
const toOwnTime = (interval: string) =>
  interval.endsWith('seconds')
    ? new Date(Date.now() + Number.parseFloat(interval) * 1_000)
    : interval

function withMethod(jobs: Jobs, method: Partial<Jobs>): Jobs {
  return new Proxy(jobs, {
    get(target, name) {
      const value = Reflect.get({ ...method }, name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
