import { describe, expect, it, onTestFinished } from 'vitest'
import type { StoreLocation } from '../../src/index.ts'
import { openTestDatabase } from '../open-test-database.ts'

const select = 'select text from notes where id = $1'
const prepared = 'select statement from pg_prepared_statements where not from_sql'

export function describeStatements(createLocation: () => Promise<StoreLocation>): void {
  const open = async () => {
    const database = await openTestDatabase(await createLocation())
    onTestFinished(() => database.close())
    return database
  }

  describe('a statement with parameters', () => {
    it('is prepared once, and again after its columns changed', async () => {
      const database = await open()
      const rows = [{ text: 'made by a migration' }]
      for (let time = 0; time < 3; time++) expect(await database.query(select, [0])).toEqual(rows)
      const kept = await database.query<{ statement: string }>(prepared)
      expect(kept.filter(({ statement }) => statement === select)).toHaveLength(1)
      await database.query('alter table notes alter text type varchar(20)')
      await expect(database.query(select, [0])).rejects.toThrow('cached plan')
      expect(await database.query(select, [0])).toEqual(rows)
    })

    it('takes its values from a function when it starts', async () => {
      const database = await open()
      const values: number[] = []
      const rows = database.query('select $1::int as number', () => values)
      values.push(1)
      expect(await rows).toEqual([{ number: 1 }])
    })

    it('is not prepared if too many others are', async () => {
      const database = await open()
      for (let number = 0; number < 250; number++) {
        const sum = await database.query(`select $1::int + ${number} as sum`, [1])
        expect(sum).toEqual([{ sum: number + 1 }])
      }
      const { length } = await database.query(prepared)
      expect(length).toBeGreaterThan(150)
      expect(length).toBeLessThanOrEqual(200)
    })
  })
}
