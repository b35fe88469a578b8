import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '@partner-platform/contract-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnavailable } from '../src/index.ts'
import { openEmbedded } from './open-embedded.ts'
import { rejectionOf, stateOf } from './open-test-database.ts'
import { useFolders } from './spawn-writer.ts'

const bodies = examples().filter(({ folder }) => folder !== 'unparseable')

describe('the contract in the embedded store', () => {
  const createFolder = useFolders()
  let database: Awaited<ReturnType<typeof openEmbedded>>
  beforeAll(async () => {
    database = await openEmbedded(await createFolder())
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
})

it('the source knows nothing of what is stored', () => {
  const folder = join(import.meta.dirname, '..', 'src')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.ts'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(text, name).not.toMatch(
      /visa|applicant|submission|countr|webhook|agent|deliver|api.?key/i,
    )
  }
})
