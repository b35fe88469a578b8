import { describe, expect, it, vi } from 'vitest'
import { notes, rejectionOf, type TestDatabase } from '../open-test-database.ts'

/** Queues of these tests. */
export const jobQueues = [...['commits', 'rollbacks', 'lifts', 'later', 'expires', 'released']].map(
  (name) => ({ name, expireInSeconds: 60, retryLimit: 5 }),
)

export function describeJobs(database: TestDatabase): void {
  describe('jobs', () => {
    const idsOf = async (queue: string) =>
      (await database.jobs.fetch(queue, { batchSize: 100 })).map(({ id }) => id)

    it('commits a job with its transaction, and not before', async () => {
      const sent = Promise.withResolvers<void>()
      const looked = Promise.withResolvers<void>()
      const committing = database.transaction(async (tx) => {
        const db = database.within(tx)
        await tx.insert(notes).values({ id: 1, text: 'with a job' })
        const id = await database.jobs.send('commits', { note: 1 }, { db })
        expect(await database.jobs.findJobs('commits', { db })).toMatchObject([{ id }])
        sent.resolve()
        await looked.promise
        return id
      })
      await sent.promise
      // The embedded store has one connection, which the transaction holds: nobody else can look.
      if (database.kind === 'postgres') expect(await database.jobs.fetch('commits')).toEqual([])
      looked.resolve()
      const id = await committing
      expect(await database.jobs.fetch('commits')).toMatchObject([{ id, data: { note: 1 } }])
    })

    it('rolls a job back with its transaction', async () => {
      const error = new Error('no')
      const work = database.transaction(async (tx) => {
        const db = database.within(tx)
        expect(await database.jobs.send('rollbacks', {}, { db })).toBeTypeOf('string')
        await database.jobs.insert('rollbacks', [{ data: {} }, { data: {} }], { db })
        throw error
      })
      expect(await rejectionOf(work)).toBe(error)
      expect(await database.jobs.findJobs('rollbacks')).toEqual([])
    })

    it('fetches, completes and sends within one transaction', async () => {
      await database.jobs.send('lifts', { floor: 1 })
      await database.transaction(async (tx) => {
        const db = database.within(tx)
        const [job] = await database.jobs.fetch('lifts', { db })
        await database.jobs.complete('lifts', job?.id ?? '', null, { db })
        await database.jobs.insert('lifts', [{ data: { floor: 2 } }], { db })
      })
      expect(await database.jobs.fetch('lifts')).toMatchObject([{ data: { floor: 2 } }])
      expect(await idsOf('lifts')).toEqual([])
    })

    it('holds a job back until it is due', async () => {
      const [soon, late] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000))
      const id = await database.jobs.send('later', {}, { startAfter: soon as Date })
      await database.jobs.send('later', {}, { startAfter: late as Date })
      expect(await idsOf('later')).toEqual([])
      await database.query(`update pgboss.job set start_after = start_after - interval '1 hour'
        where name = 'later'`)
      expect(await idsOf('later')).toEqual([id])
    })

    it('takes a job from a silent worker and returns it to the queue', async () => {
      const id = await database.jobs.send('expires', {})
      expect(await idsOf('expires')).toEqual([id])
      await database.query(`update pgboss.job set started_on = started_on - interval '1 hour'
        where name = 'expires'`)
      const again = await vi.waitFor(
        async () => {
          const jobs = await database.jobs.fetch('expires')
          expect(jobs).not.toEqual([])
          return jobs
        },
        { timeout: 20_000, interval: 20 },
      )
      expect(again).toMatchObject([{ id, retryCount: 1 }])
    })

    it('releases all active jobs', async () => {
      await database.jobs.insert('released', [{ data: {} }, { data: {} }, { data: {} }])
      const taken = await idsOf('released')
      await database.jobs.complete('released', taken[0] ?? '')
      await database.releaseJobs('released')
      expect((await idsOf('released')).toSorted()).toEqual(taken.slice(1).toSorted())
    })

    it('reports a queue that does not exist, also inside a transaction', async () => {
      expect(String(await rejectionOf(database.jobs.send('nowhere', {})))).toContain(
        'does not exist',
      )
      const work = database.transaction((tx) =>
        database.jobs.send('nowhere', {}, { db: database.within(tx) }),
      )
      expect(await rejectionOf(work)).toBeInstanceOf(Error)
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    })
  })
}
