import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '@partner-platform/contract-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnavailable } from '../src/index.ts'
import { startStore, storeKinds, type TestStore } from '../src/testing/index.ts'
import { openTestDatabase, rejectionOf, stateOf, type TestDatabase } from './open-test-database.ts'

const bodies = examples().filter(({ folder }) => folder !== 'unparseable')

describe.each(storeKinds)('the contract in the %s store', (kind) => {
  let store: TestStore
  let database: TestDatabase
  beforeAll(async () => {
    store = await startStore(kind)
    database = await openTestDatabase(await store.createLocation())
    await database.query('create table bodies (name text primary key, body bytea not null)')
  })
  afterAll(async () => {
    await database.close()
    await store.stop()
  })

  it('D-012 every body comes back byte for byte', async () => {
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
})

describe('the source of the package', () => {
  const folder = join(import.meta.dirname, '..', 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )

  it.each(files)('%s knows nothing of what is stored', (file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text).not.toMatch(/visa|applicant|submission|countr|webhook|agent|deliver|api.?key/i)
  })
})
