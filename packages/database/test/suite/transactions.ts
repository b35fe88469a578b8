import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { isUnavailable } from '../../src/index.ts'
import { notes, rejectionOf, stateOf, type TestDatabase } from '../open-test-database.ts'

export function describeTransactions(database: TestDatabase): void {
  describe('transactions', () => {
    const textOf = async (id: number) =>
      (await database.query<{ text: string }>('select text from notes where id = $1', [id]))[0]
        ?.text

    it('commits when the work resolves, and returns its result', async () => {
      const result = await database.transaction(async (tx) => {
        await tx.insert(notes).values({ id: 10, text: 'ten' })
        expect(await tx.select().from(notes).where(eq(notes.id, 10))).toEqual([
          { id: 10, text: 'ten' },
        ])
        return 'done'
      })
      expect(result).toBe('done')
      expect(await textOf(10)).toBe('ten')
    })

    it('rolls back when the work rejects, with the same error', async () => {
      const error = new Error('changed my mind')
      const work = database.transaction(async (tx) => {
        await tx.insert(notes).values({ id: 11, text: 'eleven' })
        throw error
      })
      expect(await rejectionOf(work)).toBe(error)
      expect(await textOf(11)).toBeUndefined()
    })

    it('rejects when the commit itself is refused', async () => {
      const work = database.transaction(async (tx) => {
        await tx.insert(notes).values({ id: 12, text: 'twelve' })
        await tx.execute(sql`insert into marks values (999)`)
      })
      const error = await rejectionOf(work)
      expect(stateOf(error)).toBe('23503')
      expect(isUnavailable(error)).toBe(false)
      expect(await textOf(12)).toBeUndefined()
    })

    it('rejects when the work hid a failed statement, as nothing was committed', async () => {
      const work = database.transaction(async (tx) => {
        await tx.insert(notes).values({ id: 13, text: 'thirteen' })
        await tx.execute(sql`select 1 / 0`).catch(() => {})
        return 'looks well'
      })
      expect(stateOf(await rejectionOf(work))).toBe('25P02')
      expect(await textOf(13)).toBeUndefined()
    })

    it('rolls back to a savepoint and continues', async () => {
      await database.transaction(async (tx) => {
        await tx.insert(notes).values({ id: 14, text: 'fourteen' })
        await tx
          .transaction(async (inner) => {
            await inner.insert(notes).values({ id: 15, text: 'fifteen' })
            throw new Error('not this')
          })
          .catch(() => {})
        await tx.insert(notes).values({ id: 16, text: 'sixteen' })
      })
      expect([await textOf(14), await textOf(15), await textOf(16)]).toEqual([
        'fourteen',
        undefined,
        'sixteen',
      ])
    })

    it('loses no concurrent addition to one row', async () => {
      await database.query(`insert into notes values (17, '0')`)
      const add = () =>
        database.transaction(async (tx) => {
          const [row] = await tx.select().from(notes).where(eq(notes.id, 17)).for('update')
          await tx
            .update(notes)
            .set({ text: String(Number(row?.text) + 1) })
            .where(eq(notes.id, 17))
        })
      await Promise.all(Array.from({ length: 50 }, add))
      expect(await textOf(17)).toBe('50')
    })

    it.each([
      ['query', () => database.query('select 1')],
      ['orm', () => database.orm.execute('select 1')],
      ['orm built before', (built: PromiseLike<unknown>) => built],
      ['transaction', () => database.transaction(async () => {})],
      ['orm.transaction', () => database.orm.transaction(async () => {})],
      ['jobs.send', () => database.jobs.send('work', {})],
      ['jobs.fetch', () => database.jobs.fetch('work')],
      ['releaseJobs', () => database.releaseJobs('work')],
      ['listen', () => database.listen('inside', { onPayload() {}, onLive() {} })],
      ['close', () => database.close()],
    ])('throws a TypeError for %s inside, because it would wait for itself', async (_, use) => {
      const built = database.orm.select().from(notes)
      const error = await rejectionOf(database.transaction(async () => use(built)))
      const cause = error instanceof TypeError ? error : (error as Error).cause
      expect(cause).toBeInstanceOf(TypeError)
      expect((cause as Error).message).toMatch(/inside a transaction.*Use tx/)
      expect(isUnavailable(error)).toBe(false)
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    })

    it('refuses the tx of an ended transaction, which may belong to another by now', async () => {
      let kept: Parameters<Parameters<TestDatabase['transaction']>[0]>[0] | undefined
      await database.transaction(async (tx) => {
        kept = tx
      })
      const error = (await rejectionOf(
        kept?.execute(`insert into notes values (20, 'late')`) ?? Promise.resolve(),
      )) as Error
      expect(String(error.cause)).toMatch(/transaction (is closed|has ended)/i)
      expect(isUnavailable(error)).toBe(false)
      expect(await textOf(20)).toBeUndefined()
    })

    it('serves work that a transaction started without awaiting it, once it has ended', async () => {
      const ended = Promise.withResolvers<void>()
      let late: Promise<unknown> | undefined
      await database.transaction(async () => {
        late = ended.promise.then(() => database.query('select 1 as one'))
      })
      ended.resolve()
      expect(await late).toEqual([{ one: 1 }])
    })

    it('uses the requested isolation level', async () => {
      const ask = (tx: Pick<TestDatabase['orm'], 'execute'>) =>
        tx.execute(sql`select current_setting('transaction_isolation') as level`)
      const config = { isolationLevel: 'serializable' } as const
      expect(await database.transaction(ask, config)).toMatchObject({
        rows: [{ level: 'serializable' }],
      })
      expect(await database.orm.transaction(ask, config)).toMatchObject({
        rows: [{ level: 'serializable' }],
      })
      expect(await database.transaction(ask)).toMatchObject({ rows: [{ level: 'read committed' }] })
    })

    it('runs the transactions of `orm` like its own', async () => {
      const work = database.orm.transaction(async (tx) => {
        await tx.insert(notes).values({ id: 19, text: 'nineteen' })
        await database.query('select 1')
      })
      expect(await rejectionOf(work)).toBeInstanceOf(TypeError)
      expect(await textOf(19)).toBeUndefined()
    })

    it.each([
      ['23505', `insert into notes values (0, 'again')`],
      ['42601', 'selct 1'],
      ['22012', 'select 1 / 0'],
    ])('rejects a mistake with %s, and continues', async (state, text) => {
      const error = await rejectionOf(database.query(text))
      expect(stateOf(error)).toBe(state)
      expect(isUnavailable(error)).toBe(false)
      const inside = database.transaction((tx) => tx.execute(sql.raw(text)))
      expect(stateOf(await rejectionOf(inside))).toBe(state)
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
    })
  })
}
