import { examples } from '@partner-platform/contract-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, isUnavailable } from '../../src/index.ts'
import { rejectionOf, stateOf } from '../open-test-database.ts'

const bodies = examples().filter(({ folder }) => folder !== 'unparseable')

/** Keeps what the contract sends, and reads it back. */
export function describeContract(open: () => Promise<Pick<Database, 'query' | 'close'>>): void {
  let database: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    database = await open()
    await database.query('create table bodies (name text primary key, body bytea not null)')
  })
  afterAll(() => database.close())

  it('D-012 every body is read back byte for byte', async () => {
    expect(bodies.length).toBeGreaterThan(50)
    for (const { file, bytes } of bodies) {
      await database.query('insert into bodies values ($1, $2)', [file, bytes])
    }
    const rows = await database.query<{ name: string; body: Uint8Array }>('select * from bodies')
    const stored = new Map(rows.map(({ name, body }) => [name, Buffer.from(body)]))
    for (const { file, bytes } of bodies) {
      expect(stored.get(file)?.equals(bytes), file).toBe(true)
    }
  })

  const valid = examples('SubmissionUpdated').filter(({ folder }) => folder === 'valid')
  // A NUL, or half of a surrogate pair, which jsonb does not hold.
  const isUnstorable = (value: unknown) => /\\u(0000|d[89a-f])/.test(JSON.stringify(value))
  const ask = (value: unknown) =>
    database.query('select $1::jsonb as value', [JSON.stringify(value)])

  it.each(valid.filter(({ value }) => !isUnstorable(value)))(
    '$rule what $name says comes back from jsonb',
    async ({ value }) => {
      expect(await ask(value)).toEqual([{ value }])
    },
  )

  it.each(valid.filter(({ value }) => isUnstorable(value)))(
    '$rule what $name says is refused by jsonb as the mistake of a caller',
    async ({ value }) => {
      const error = await rejectionOf(ask(value))
      expect(['22P05', '22P02']).toContain(stateOf(error))
      expect(isUnavailable(error)).toBe(false)
    },
  )
}
