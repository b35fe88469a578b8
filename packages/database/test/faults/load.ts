import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable } from '../../src/index.ts'
import { notes, type TestDatabase } from '../open-test-database.ts'

export type Load = ReturnType<typeof startLoad>

/** Writers that go on whatever happens: some with one statement, some with a transaction and a job. */
export function startLoad(database: TestDatabase, writers: number) {
  const acked = new Set<number>()
  const errors: unknown[] = []
  let nextId = 1
  let slowestMs = 0
  let lastErrorAt = 0
  let isStopped = false

  const write = async (writer: number) => {
    while (!isStopped) {
      const id = nextId++
      const started = performance.now()
      try {
        await (writer % 2 === 0 ? writeRow(database, id) : writeRowAndJob(database, id))
        acked.add(id)
      } catch (error) {
        errors.push(error)
        lastErrorAt = performance.now()
        await delay(5)
      }
      slowestMs = Math.max(slowestMs, performance.now() - started)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    /** Numbers of the rows whose insertion was acknowledged. */
    acked,
    errors,
    /** The longest that any caller waited for an answer or a refusal. */
    slowestMs: () => slowestMs,
    /** When the last caller was refused, as `performance.now()`; 0 if none was. */
    lastErrorAt: () => lastErrorAt,
    /** Resolves once that many more were acknowledged. */
    async ackedMore(count: number) {
      const goal = acked.size + count
      while (acked.size < goal) await delay(5)
    },
    async stop() {
      isStopped = true
      await writing
    },
  }
}

async function writeRow(database: TestDatabase, id: number): Promise<void> {
  await database.query('insert into notes values ($1, $2)', [id, 'row'])
}

async function writeRowAndJob(database: TestDatabase, id: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.insert(notes).values({ id, text: 'job' })
    await database.jobs.send('work', { id }, { db: database.within(tx) })
  })
}

/** What of a load does not agree with the store; all empty when nothing was lost. */
export async function compare(database: TestDatabase, { acked, errors }: Load) {
  const rows = await database.query<{ id: number; text: string }>('select id, text from notes')
  const jobs = await database.query<{ id: number }>(
    `select (data ->> 'id')::integer as id from pgboss.job where name = 'work'`,
  )
  const stored = new Set(rows.map(({ id }) => id))
  const sent = new Set(jobs.map(({ id }) => id))
  return {
    lost: [...acked].filter((id) => !stored.has(id)),
    rowsWithoutJob: rows.filter(({ id, text }) => text === 'job' && !sent.has(id)),
    jobsWithoutRow: [...sent].filter((id) => !stored.has(id)),
    unexpectedErrors: errors.filter((error) => !isUnavailable(error)),
  }
}

export const nothing = { lost: [], rowsWithoutJob: [], jobsWithoutRow: [], unexpectedErrors: [] }
